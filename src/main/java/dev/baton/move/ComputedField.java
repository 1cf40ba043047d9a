package dev.baton.move;

import dev.baton.ledger.Task;

/** A field that expressions can read as {@code ${task.<name>}} although it is not stored in the task. */
public interface ComputedField {

    String name();

    Object value(Task task);
}
