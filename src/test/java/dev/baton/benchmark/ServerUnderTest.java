package dev.baton.benchmark;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A server in a process of its own, with the JVM's default settings and the flags of the system property {@code flags}. */
final class ServerUnderTest implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Process process;
    private final int port;
    private final Path log;
    private Duration firstAnswer;

    private ServerUnderTest(Process process, int port, Path log) {
        this.process = process;
        this.port = port;
        this.log = log;
    }

    /** Starts {@code java} with these arguments and settings and waits until a GET of the path is answered. */
    static ServerUnderTest start(List<String> arguments, Map<String, String> settings, String ready)
            throws IOException, InterruptedException {
        int port = freePort();
        Path folder = Files.createTempDirectory("benchmark");
        Path log = folder.resolve("log.txt");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Stream.of(System.getProperty("flags", "").split(" "))
                .filter(flag -> !flag.isEmpty())
                .forEach(command::add);
        command.addAll(arguments);
        settings.forEach((name, value) -> command.add("--" + name + "=" + value));
        command.add("--server.address=127.0.0.1");
        command.add("--server.port=" + port);
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        ServerUnderTest server = new ServerUnderTest(process, port, log);
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        server.awaitAnswer(ready);
        server.firstAnswer = Duration.ofNanos(System.nanoTime() - start);
        return server;
    }

    /** A server whose main class is among the tests. */
    static ServerUnderTest start(Class<?> main, Map<String, String> settings, String ready)
            throws IOException, InterruptedException {
        String classpath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString()) // the server runs in another folder
                .collect(Collectors.joining(File.pathSeparator));
        return start(List.of("-cp", classpath, main.getName()), settings, ready);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private void awaitAnswer(String path) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        Post post = new Post(url(), null);
        while (true) {
            try {
                post.get("ready", path);
                post.disconnect();
                return;
            } catch (IOException e) {
                post.disconnect();
                if (!process.isAlive() || System.nanoTime() > end) {
                    throw new IOException("The server does not answer:\n" + Files.readString(log), e);
                }
                Thread.sleep(50);
            }
        }
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    Duration firstAnswer() {
        return firstAnswer;
    }

    /** Processor time so far, compilers and garbage collector included. */
    double cpuMillis() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e6;
    }

    /** Resident memory, where the system tells. */
    long residentMegabytes() throws IOException {
        File status = new File("/proc/" + process.pid() + "/status");
        return status.exists()
                ? Files.readAllLines(status.toPath()).stream()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                        .sum()
                : 0;
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
