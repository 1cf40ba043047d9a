package dev.baton.lifecycle;

import java.util.ArrayList;
import java.util.List;

/** Collects the violations that the validators find in a diagram. */
final class Violations {

    private final List<Violation> list = new ArrayList<>();

    void add(String element, String message) {
        list.add(new Violation(element, message));
    }

    List<Violation> list() {
        return list;
    }
}
