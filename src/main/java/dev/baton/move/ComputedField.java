package dev.baton.move;

import dev.baton.ledger.Task;

/** Something about a task that conditions can ask for by name and that has to be looked up. */
public interface ComputedField {

    String name();

    Object value(Task task);
}
