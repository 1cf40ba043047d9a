package dev.baton.claim;

import dev.baton.database.ServerNotifications;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;

/** Notifies listeners when a task of a lifecycle is ready for a worker. */
@Component
class WorkAvailableSignal {

    private static final String CHANNEL = "baton_waiting";

    private final ServerNotifications notifications;
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    WorkAvailableSignal(ServerNotifications notifications) {
        this.notifications = notifications;
        notifications.receive(CHANNEL, this::notifyListeners);
    }

    void addListener(Consumer<String> listener) {
        listeners.add(listener);
    }

    /** Notifies this server and all others on the same database. */
    void publish(String lifecycle) {
        notifyListeners(lifecycle);
        notifications.send(CHANNEL, lifecycle);
    }

    private void notifyListeners(String lifecycle) {
        listeners.forEach(listener -> listener.accept(lifecycle));
    }
}
