package dev.baton.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Notifies all servers on the database by LISTEN and NOTIFY. Notifications are collected and sent outside of moves,
 * because PostgreSQL serialises the commits of transactions that notify.
 */
final class PostgresNotifications extends ServerNotifications implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresNotifications.class);
    private static final int POLL_MILLIS = 500;
    private static final int COLLECT_MILLIS = 20;

    private record Message(String channel, String text) {}

    private final DataSource database;
    private final DataSource direct;
    private final String serverId = UUID.randomUUID().toString();
    private final BlockingQueue<Message> toSend = new LinkedBlockingQueue<>();
    private volatile boolean running;

    /** @param direct not a pool: the connection that listens stays open as long as the server runs */
    PostgresNotifications(DataSource database, DataSource direct) {
        this.database = database;
        this.direct = direct;
    }

    @Override
    public void send(String channel, String message) {
        toSend.add(new Message(channel, message));
    }

    @Override
    public void start() {
        running = true;
        startThread("baton-listen", this::listen);
        startThread("baton-notify", this::sendCollected);
    }

    private void startThread(String name, Loop loop) {
        Thread thread = new Thread(() -> repeat(loop), name);
        thread.setDaemon(true);
        thread.start();
    }

    private interface Loop {
        void run() throws SQLException, InterruptedException;
    }

    private void repeat(Loop loop) {
        while (running) {
            try {
                loop.run();
            } catch (SQLException e) {
                if (running) {
                    if (!DatabaseFailures.unavailable(e)) {
                        LOG.warn(
                                "LISTEN or NOTIFY failed ({}); trying again, and this server looks for work and events on a schedule meanwhile",
                                e.getMessage());
                    }
                    pause();
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.SECONDS.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void listen() throws SQLException {
        try (Connection connection = direct.getConnection()) {
            for (String channel : receivers.keySet()) {
                execute(connection, "LISTEN " + channel);
            }
            PGConnection postgres = connection.unwrap(PGConnection.class);
            while (running) {
                PGNotification[] notifications = postgres.getNotifications(POLL_MILLIS);
                if (notifications != null) {
                    receive(notifications);
                }
            }
        }
    }

    private void receive(PGNotification[] notifications) {
        Set<Message> messages = new HashSet<>();
        for (PGNotification notification : notifications) {
            String[] senderAndText = notification.getParameter().split(" ", 2);
            if (!senderAndText[0].equals(serverId)) {
                messages.add(new Message(notification.getName(), senderAndText[1]));
            }
        }
        messages.forEach(message -> receivers.get(message.channel()).accept(message.text()));
    }

    private void sendCollected() throws SQLException, InterruptedException {
        Message first = toSend.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        if (first == null) {
            return;
        }
        Set<Message> messages = new HashSet<>(Set.of(first));
        toSend.drainTo(messages);
        try (Connection connection = database.getConnection()) {
            for (Message message : messages) {
                try (var notify = connection.prepareStatement("SELECT pg_notify(?, ?)")) {
                    notify.setString(1, message.channel());
                    notify.setString(2, serverId + " " + message.text());
                    notify.execute();
                }
            }
        }
        TimeUnit.MILLISECONDS.sleep(COLLECT_MILLIS);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
