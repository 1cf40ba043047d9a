package dev.baton.claim;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Notifies listeners when a task of a lifecycle is ready for a worker. */
class WorkAvailableSignal {

    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    void addListener(Consumer<String> listener) {
        listeners.add(listener);
    }

    /** Notifies this server and all others on the same database. */
    void publish(String lifecycle) {
        notifyListeners(lifecycle);
    }

    void notifyListeners(String lifecycle) {
        listeners.forEach(listener -> listener.accept(lifecycle));
    }
}
