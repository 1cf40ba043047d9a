package dev.baton.claim;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.database.DatabaseFailures;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.postgresql.PGProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Notifies all servers on the database by LISTEN and NOTIFY. Notifications are collected and sent outside of moves,
 * because PostgreSQL serialises the commits of transactions that notify.
 */
final class PostgresWorkAvailableSignal extends WorkAvailableSignal implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresWorkAvailableSignal.class);
    private static final String CHANNEL = "baton_waiting";
    private static final int POLL_MILLIS = 500;
    private static final int COLLECT_MILLIS = 20;

    private final DataSource database;
    private final String serverId = UUID.randomUUID().toString();
    private final BlockingQueue<String> toSend = new LinkedBlockingQueue<>();
    private volatile boolean running;

    PostgresWorkAvailableSignal(DataSource database) {
        this.database = database;
    }

    @Override
    void publish(String lifecycle) {
        notifyListeners(lifecycle);
        toSend.add(lifecycle);
    }

    @Override
    public void start() {
        running = true;
        startThread("baton-work-listen", this::listen);
        startThread("baton-work-notify", this::send);
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
                                "LISTEN or NOTIFY failed ({}); trying again, and waiting claims are retried on a schedule meanwhile",
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
        try (Connection connection = ownConnection()) {
            execute(connection, "LISTEN " + CHANNEL);
            PGConnection postgres = connection.unwrap(PGConnection.class);
            while (running) {
                PGNotification[] notifications = postgres.getNotifications(POLL_MILLIS);
                if (notifications != null) {
                    receive(notifications);
                }
            }
        }
    }

    /** Not from the pool: the connection stays open as long as the server runs. */
    private Connection ownConnection() throws SQLException {
        HikariDataSource pool = database.unwrap(HikariDataSource.class);
        Properties properties = new Properties();
        properties.putAll(pool.getDataSourceProperties());
        properties.setProperty(PGProperty.USER.getName(), pool.getUsername());
        properties.setProperty(PGProperty.PASSWORD.getName(), String.valueOf(pool.getPassword()));
        properties.setProperty(PGProperty.TCP_KEEP_ALIVE.getName(), "true");
        return DriverManager.getConnection(pool.getJdbcUrl(), properties);
    }

    private void receive(PGNotification[] notifications) {
        Set<String> lifecycles = new HashSet<>();
        for (PGNotification notification : notifications) {
            String[] senderAndLifecycle = notification.getParameter().split(" ", 2);
            if (!senderAndLifecycle[0].equals(serverId)) {
                lifecycles.add(senderAndLifecycle[1]);
            }
        }
        lifecycles.forEach(this::notifyListeners);
    }

    private void send() throws SQLException, InterruptedException {
        String first = toSend.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        if (first == null) {
            return;
        }
        Set<String> lifecycles = new HashSet<>(Set.of(first));
        toSend.drainTo(lifecycles);
        try (Connection connection = database.getConnection()) {
            for (String lifecycle : lifecycles) {
                try (var notify = connection.prepareStatement("SELECT pg_notify(?, ?)")) {
                    notify.setString(1, CHANNEL);
                    notify.setString(2, serverId + " " + lifecycle);
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
