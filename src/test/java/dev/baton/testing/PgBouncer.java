package dev.baton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/** PgBouncer in transaction mode, in front of the tests' PostgreSQL. */
public final class PgBouncer implements AutoCloseable {

    private static final Pattern ADDRESS = Pattern.compile("jdbc:postgresql://localhost:(\\d+)/([^?]+)\\??(.*)");
    private static final List<Path> PROGRAMS = List.of(Path.of("/usr/sbin/pgbouncer"), Path.of("/usr/bin/pgbouncer"));

    private final Process process;
    private final int port;

    private PgBouncer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Skips the test if PgBouncer is not installed.
     *
     * @param url of PostgreSQL
     * @param connections that it opens to one database
     */
    public static PgBouncer before(String url, int connections) {
        Path program = PROGRAMS.stream().filter(Files::isExecutable).findFirst().orElse(null);
        Assumptions.assumeTrue(program != null, "PgBouncer is not installed");
        try (ServerSocket free = new ServerSocket(0)) {
            int port = free.getLocalPort();
            free.close();
            List<String> command = new ArrayList<>(List.of(program.toString()));
            if (System.getProperty("user.name").equals("root")) {
                command.addAll(List.of("-u", "nobody")); // it refuses to run as root
            }
            command.add(configuration(address(url).group(1), port, connections).toString());
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            PgBouncer pooler = new PgBouncer(process, port);
            Crowd.waitUntil("PgBouncer runs", 10, pooler::accepts);
            return pooler;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path configuration(String postgres, int port, int connections) throws IOException {
        Path file = Files.createTempFile("pgbouncer", ".ini");
        Files.writeString(file, """
                [databases]
                * = host=127.0.0.1 port=%s user=postgres password=postgres
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = any
                pool_mode = transaction
                default_pool_size = %d
                max_client_conn = 500
                ignore_startup_parameters = extra_float_digits
                """.formatted(postgres, port, connections));
        if (!file.toFile().setReadable(true, false)) {
            throw new IOException("can't let PgBouncer read " + file);
        }
        file.toFile().deleteOnExit();
        return file;
    }

    private static Matcher address(String url) {
        Matcher address = ADDRESS.matcher(url);
        if (!address.matches()) {
            throw new IllegalArgumentException(url);
        }
        return address;
    }

    private boolean accepts() {
        if (!process.isAlive()) {
            throw new AssertionError("PgBouncer has ended with " + process.exitValue());
        }
        try (var socket = new java.net.Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** The address of the same database through the pooler, which does not know the statements that a session has prepared. */
    public String url(String direct) {
        Matcher address = address(direct);
        return "jdbc:postgresql://localhost:%d/%s?prepareThreshold=0&%s"
                .formatted(port, address.group(2), address.group(3));
    }

    @Override
    public void close() {
        process.destroy();
    }
}
