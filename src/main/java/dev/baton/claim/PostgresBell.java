package dev.baton.claim;

import dev.baton.database.DatabaseFailures;
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
 * Rings on every server of the database by LISTEN and NOTIFY. What rings within a moment is sent as one: a
 * notification in each transaction would make their commits wait for one another.
 */
final class PostgresBell extends Bell implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresBell.class);
    private static final String CHANNEL = "baton_waiting";
    private static final int QUIET_MILLIS = 500;
    private static final int MOMENT_MILLIS = 20;

    private final DataSource database;
    private final String me = UUID.randomUUID().toString();
    private final BlockingQueue<String> toSend = new LinkedBlockingQueue<>();
    private volatile boolean running;

    PostgresBell(DataSource database) {
        this.database = database;
    }

    @Override
    void ring(String lifecycle) {
        ringHere(lifecycle);
        toSend.add(lifecycle);
    }

    @Override
    public void start() {
        running = true;
        thread("baton-bell-listen", this::listen);
        thread("baton-bell-send", this::send);
    }

    private void thread(String name, Body body) {
        Thread thread = new Thread(() -> keepOn(body), name);
        thread.setDaemon(true);
        thread.start();
    }

    private interface Body {
        void run() throws SQLException, InterruptedException;
    }

    private void keepOn(Body body) {
        while (running) {
            try {
                body.run();
            } catch (SQLException e) {
                if (running) {
                    if (!DatabaseFailures.unavailable(e)) {
                        LOG.warn(
                                "The bell between servers is broken ({}); trying again, waiting workers look by themselves",
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
        try (Connection connection = database.getConnection()) {
            execute(connection, "LISTEN " + CHANNEL);
            PGConnection postgres = connection.unwrap(PGConnection.class);
            while (running) {
                PGNotification[] rung = postgres.getNotifications(QUIET_MILLIS);
                if (rung != null) {
                    hear(rung);
                }
            }
        }
    }

    private void hear(PGNotification[] rung) {
        Set<String> lifecycles = new HashSet<>();
        for (PGNotification one : rung) {
            String[] words = one.getParameter().split(" ", 2);
            if (!words[0].equals(me)) {
                lifecycles.add(words[1]);
            }
        }
        lifecycles.forEach(this::ringHere);
    }

    private void send() throws SQLException, InterruptedException {
        String first = toSend.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
        if (first == null) {
            return;
        }
        Set<String> lifecycles = new HashSet<>(Set.of(first));
        toSend.drainTo(lifecycles);
        try (Connection connection = database.getConnection()) {
            for (String lifecycle : lifecycles) {
                try (var notify = connection.prepareStatement("SELECT pg_notify(?, ?)")) {
                    notify.setString(1, CHANNEL);
                    notify.setString(2, me + " " + lifecycle);
                    notify.execute();
                }
            }
        }
        TimeUnit.MILLISECONDS.sleep(MOMENT_MILLIS);
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
