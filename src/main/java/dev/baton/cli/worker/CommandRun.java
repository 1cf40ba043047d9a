package dev.baton.cli.worker;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A running command. */
final class CommandRun {

    private static final int TAIL = 8_000;
    private static final long READERS_MILLIS = 2_000;

    private final Process process;
    private final OutputTail out = new OutputTail(100_000);
    private final OutputTail all = new OutputTail(TAIL);
    private final List<Thread> readers;
    private volatile boolean killed;

    private CommandRun(Process process, Consumer<String> lines) {
        this.process = process;
        this.readers = List.of(
                reader(
                        "output",
                        () -> out.readAll(process.getInputStream(), line -> {
                            all.keep(line);
                            lines.accept(line);
                        })),
                reader(
                        "errors",
                        () -> new OutputTail(0).readAll(process.getErrorStream(), line -> {
                            all.keep(line);
                            lines.accept(line);
                        })));
    }

    /**
     * @param input what the command reads from standard input
     * @param lines called with every line that it prints
     */
    static CommandRun start(
            String command, Path folder, Map<String, String> environment, String input, Consumer<String> lines)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(ProcessTree.shell(command)).directory(folder.toFile());
        List.of("BATON_TOKEN", "BATON_TOKEN_FILE").forEach(builder.environment()::remove);
        builder.environment().putAll(environment);
        CommandRun run = new CommandRun(builder.start(), lines);
        reader("input", () -> run.write(input));
        return run;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** @return false if it still runs when the time is up */
    boolean await(Duration time) throws InterruptedException {
        if (!process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS)) {
            return false;
        }
        ProcessTree.of(process.toHandle()).killLeftOver();
        for (Thread reader : readers) {
            reader.join(READERS_MILLIS);
        }
        return true;
    }

    int exitCode() {
        return process.exitValue();
    }

    void kill() {
        killed = true;
        ProcessTree.of(process.toHandle()).kill();
    }

    boolean killed() {
        return killed;
    }

    String lastLine() {
        return all.lastLine();
    }

    /** The end of standard output. */
    String output() {
        return out.text();
    }

    /** The end of everything that it printed. */
    String everything() {
        return all.text();
    }

    private void write(String input) {
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // the command need not read it
        }
    }

    private static Thread reader(String name, Runnable work) {
        Thread thread = new Thread(work, "command " + name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
