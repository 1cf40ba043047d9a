package dev.baton.api;

/** The task has not been put aside or ended as often as that. */
class NoSuchSnapshot extends RuntimeException {

    NoSuchSnapshot(String task, int number) {
        super("Task " + task + " has no snapshot " + number);
    }
}
