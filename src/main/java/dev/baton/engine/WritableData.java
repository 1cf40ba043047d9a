package dev.baton.engine;

/** What an expression may write to. Everything else that expressions reach is read-only. */
public interface WritableData {

    Object put(String name, Object value);
}
