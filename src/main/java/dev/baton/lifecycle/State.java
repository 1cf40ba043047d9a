package dev.baton.lifecycle;

import java.util.List;

/** A place where a task can be. The elements are the diagram's nodes that stand for it: several only for terminal states. */
public record State(String name, List<String> elements, Waits waitsFor, boolean terminal, boolean many) {

    /** Who has to act for the task to go on. */
    public enum Waits {
        AGENT,
        PERSON,
        NOBODY
    }
}
