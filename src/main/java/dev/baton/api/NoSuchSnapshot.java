package dev.baton.api;

/** The task has no snapshot with that number. */
class NoSuchSnapshot extends RuntimeException {

    NoSuchSnapshot(String task, int number) {
        super("Task " + task + " has no snapshot " + number);
    }
}
