package dev.baton.claim;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Rings when a task of a lifecycle has begun to wait for a worker. */
class WorkAvailableSignal {

    private final List<Consumer<String>> hearers = new CopyOnWriteArrayList<>();

    void whenItRings(Consumer<String> hearer) {
        hearers.add(hearer);
    }

    /** Rings on this server, and on the others where there are any. */
    void ring(String lifecycle) {
        ringHere(lifecycle);
    }

    void ringHere(String lifecycle) {
        hearers.forEach(hearer -> hearer.accept(lifecycle));
    }
}
