package dev.baton.task;

/** There is no task of that id. */
public final class NoSuchTask extends RuntimeException {

    public NoSuchTask(String id) {
        super("There is no task '" + id + "'");
    }
}
