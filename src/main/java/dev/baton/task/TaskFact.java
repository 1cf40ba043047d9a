package dev.baton.task;

/** Something about a task that conditions can ask for by name and that has to be looked up. */
public interface TaskFact {

    String name();

    Object value(Task task);
}
