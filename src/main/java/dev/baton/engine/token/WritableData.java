package dev.baton.engine.token;

/** Data that expressions may write to; everything else is read-only for them. */
public interface WritableData {

    Object put(String name, Object value);
}
