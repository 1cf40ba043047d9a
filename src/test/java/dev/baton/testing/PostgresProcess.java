package dev.baton.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** A PostgreSQL of one test, which can be stopped, killed and started again. A commit that was answered survives its death. */
public final class PostgresProcess implements AutoCloseable {

    private static final int END_SECONDS = 30;

    private final Path folder;
    private final int port;
    private EmbeddedPostgres postgres;

    public PostgresProcess(Path folder) {
        Quick.leavesOut("PostgreSQL");
        this.folder = folder;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start();
    }

    public void start() {
        try {
            postgres = EmbeddedPostgres.builder()
                    .setDataDirectory(folder)
                    .setCleanDataDirectory(false)
                    .setRegisterShutdownHook(false)
                    .setPort(port)
                    .setServerConfig("max_connections", "100")
                    .setServerConfig("synchronous_commit", "on")
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return port;
    }

    public DataSource database(String name) {
        return postgres.getDatabase("postgres", name);
    }

    public void create(String name) {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An orderly stop, which ends every session. */
    public void stop() {
        try {
            postgres.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGKILL to all its processes. */
    public void kill() {
        ProcessHandle main = process();
        List<ProcessHandle> all =
                Stream.concat(Stream.of(main), main.descendants()).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        Crowd.waitUntil("PostgreSQL is gone", END_SECONDS, () -> all.stream().noneMatch(ProcessHandle::isAlive));
        stop(); // lets go of the folder
    }

    private ProcessHandle process() {
        try {
            String id = Files.readAllLines(folder.resolve("postmaster.pid")).get(0);
            return ProcessHandle.of(Long.parseLong(id.strip())).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        stop();
    }
}
