package dev.baton.cli.worker;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Runs git. It never asks anything and never opens an editor. */
final class Git {

    record Result(int exit, String out, String err) {

        boolean ok() {
            return exit == 0;
        }

        /** What git said about a failure. */
        String said() {
            return (err.isBlank() ? out : err).strip();
        }
    }

    /** Git refused something that has to work: the repository or the machine needs attention, not the task. */
    static final class Problem extends RuntimeException {

        Problem(String message) {
            super(message);
        }
    }

    private static final List<String> OWN_REPOSITORY =
            List.of("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "BATON_TOKEN", "BATON_TOKEN_FILE");

    private Git() {}

    static Result run(Path folder, String... arguments) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        Map<String, String> environment = builder.environment();
        OWN_REPOSITORY.forEach(environment::remove);
        environment.put("GIT_TERMINAL_PROMPT", "0");
        environment.put("GIT_EDITOR", "true");
        environment.put("LC_ALL", "C.UTF-8");
        try {
            Process git = builder.start();
            git.getOutputStream().close();
            CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> read(git.getErrorStream()));
            String out = read(git.getInputStream());
            return new Result(git.waitFor(), out.strip(), err.join().strip());
        } catch (IOException e) {
            throw new Problem("git can't be run in " + folder + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Problem("git was interrupted");
        }
    }

    /** The output of a command that has to succeed. */
    static String must(Path folder, String... arguments) {
        Result result = run(folder, arguments);
        if (!result.ok()) {
            throw new Problem("git " + String.join(" ", arguments) + ": " + result.said());
        }
        return result.out();
    }

    private static String read(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
