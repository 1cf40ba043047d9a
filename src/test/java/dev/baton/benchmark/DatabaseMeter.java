package dev.baton.benchmark;

import dev.baton.testing.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/** What PostgreSQL has used so far. H2 is part of the server, so there is nothing to tell of it. */
final class DatabaseMeter {

    /** Linux counts in hundredths of a second. */
    private static final double MILLIS_PER_TICK = 10;

    private final Connection connection;
    private final long postmaster;

    DatabaseMeter(Database database) throws SQLException, IOException {
        if (database == Database.H2) {
            connection = null;
            postmaster = 0;
            return;
        }
        connection = DriverManager.getConnection(Database.newPostgres(), "postgres", "postgres");
        long backend = number("SELECT pg_backend_pid()");
        postmaster = ProcessHandle.of(backend)
                .flatMap(ProcessHandle::parent)
                .orElseThrow()
                .pid();
    }

    String product() throws SQLException {
        return connection == null
                ? "H2"
                : "PostgreSQL "
                        + connection.getMetaData().getDatabaseProductVersion().split(" ")[0] + " with fsync";
    }

    long walBytes() throws SQLException {
        return connection == null ? 0 : number("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn");
    }

    /** Of all processes of the database, those that have ended included. */
    double cpuMillis() throws IOException {
        if (connection == null) {
            return 0;
        }
        List<Long> running;
        try (Stream<ProcessHandle> children =
                ProcessHandle.of(postmaster).orElseThrow().children()) {
            running = children.map(ProcessHandle::pid).toList();
        }
        double ticks = ticks(postmaster, 4);
        for (long pid : running) {
            ticks += ticks(pid, 2);
        }
        return ticks * MILLIS_PER_TICK;
    }

    /** The first fields are user and system time, the next two those of children that have ended. */
    private static long ticks(long pid, int fields) throws IOException {
        Path stat = Path.of("/proc", String.valueOf(pid), "stat");
        if (!Files.exists(stat)) {
            return 0;
        }
        String text = Files.readString(stat);
        return Stream.of(text.substring(text.lastIndexOf(')') + 2).split(" "))
                .skip(11)
                .limit(fields)
                .mapToLong(Long::parseLong)
                .sum();
    }

    private long number(String query) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(query)) {
            result.next();
            return result.getLong(1);
        }
    }
}
