package dev.baton.core;

import java.util.Objects;
import java.util.stream.Stream;

/** An exception and its causes, outermost first. */
public final class Causes {

    /** Causes can form a loop. */
    private static final int MAX_DEPTH = 50;

    private Causes() {}

    public static Stream<Throwable> of(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(MAX_DEPTH);
    }
}
