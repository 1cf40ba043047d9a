package dev.baton.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A server in a separate process, which can be killed. */
public final class ServerProcess implements AutoCloseable {

    private static final Pattern URL = Pattern.compile("API +(http://\\S+)/api");
    private static final int START_SECONDS = 180;

    private final Process process;
    private final List<String> output = new CopyOnWriteArrayList<>();
    private final Thread reader = new Thread(this::read, "output of a server");

    private ServerProcess(Process process) {
        this.process = process;
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts a server on any free port and waits until it prints its address. */
    public static ServerProcess start(Path folder, Map<String, String> settings) {
        return start(ServerClasses.javaWithTests(), folder, settings, Map.of());
    }

    /** Starts a server with variables of the environment. */
    public static ServerProcess startIn(Map<String, String> environment, Path folder, Map<String, String> settings) {
        return start(ServerClasses.javaWithTests(), folder, settings, environment);
    }

    /** The same without the tests' classes and settings, those for the log above all. */
    public static ServerProcess startAsInstalled(Path folder, Map<String, String> settings) {
        return start(ServerClasses.java(), folder, settings, Map.of());
    }

    /** The command that starts Java with the server's classes and libraries, without the tests'. */
    public static List<String> java() {
        return ServerClasses.java();
    }

    /** The server's own classes and libraries, without the tests'. */
    public static String installedClasspath() {
        return ServerClasses.classpath();
    }

    private static ServerProcess start(
            List<String> java, Path folder, Map<String, String> settings, Map<String, String> environment) {
        Quick.leavesOut("servers as processes of their own");
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of("dev.baton.BatonApplication", "--server.port=0"));
        settings.forEach((name, value) -> command.add("--" + name + "=" + value));
        try {
            ProcessBuilder process =
                    new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
            process.environment().putAll(environment);
            ServerProcess server = new ServerProcess(process.start());
            server.awaitStart();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitStart() {
        try {
            Crowd.waitUntil("the server runs", START_SECONDS, () -> announced().isPresent() || !process.isAlive());
            announced().orElseThrow(() -> new AssertionError("no start:\n" + output()));
        } catch (AssertionError e) {
            process.destroyForcibly();
            throw e;
        }
    }

    public Caller as(String user, String password) {
        return new Caller(url(), Caller.basic(user, password));
    }

    public Caller anonymous() {
        return new Caller(url(), null);
    }

    public Caller withToken(String token) {
        return new Caller(url(), "Bearer " + token);
    }

    public String url() {
        return announced().orElseThrow();
    }

    /** The console output so far. */
    public String output() {
        return String.join("\n", output);
    }

    public List<String> lines() {
        return List.copyOf(output);
    }

    private Optional<String> announced() {
        return Stream.of(output())
                .map(URL::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .findFirst();
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Stops the process where it is, with everything that it holds. */
    public void pause() {
        signal("STOP");
    }

    /** Lets a paused process run on. */
    public void goOn() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            int result = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (result != 0) {
                throw new AssertionError("kill -" + name + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Kills the process without a shutdown. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** As Ctrl-C would. */
    @Override
    public void close() {
        process.destroy();
        awaitEnd();
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                throw new AssertionError("the server did not stop:\n" + output());
            }
            reader.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            lines.lines().forEach(output::add);
        } catch (IOException | UncheckedIOException e) {
            // the process is gone, and its output with it
        }
    }
}
