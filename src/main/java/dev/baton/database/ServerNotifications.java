package dev.baton.database;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Short messages to the other servers on the same database. An H2 database has only this one, so nothing is sent. */
public class ServerNotifications {

    final Map<String, Consumer<String>> receivers = new ConcurrentHashMap<>();

    /**
     * @param channel a constant name, which becomes part of an SQL statement
     * @param receiver called on a thread of this class for each different message of another server
     */
    public void receive(String channel, Consumer<String> receiver) {
        receivers.put(channel, receiver);
    }

    /** Does not wait, and is not part of a transaction. Equal messages that are sent shortly after each other may become one. */
    public void send(String channel, String message) {}
}
