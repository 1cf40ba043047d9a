package dev.baton.benchmark;

import dev.baton.testing.Baton;
import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import dev.baton.testing.ServerProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Prints what a worker adds to each task: the time from one claim to the next of one worker process whose command does nothing. */
public final class WorkerBenchmark {

    private static final int TASKS = Integer.getInteger("tasks", 40);
    private static final int WARM_UP = Integer.getInteger("warmup", 10);
    private static final String WRITE_A_FILE = "echo done > \"$BATON_TASK_ID.txt\"";
    private static final PrintStream OUT = System.out;

    private WorkerBenchmark() {}

    public static void main(String[] arguments) {
        System.setProperty(Database.DURABLE, System.getProperty(Database.DURABLE, "true"));
        int exit = 1; // the server's threads would keep a failed run alive
        try {
            measure(Files.createTempDirectory("baton-worker"));
            exit = 0;
        } catch (Exception | AssertionError e) {
            e.printStackTrace();
        } finally {
            System.exit(exit);
        }
    }

    private static void measure(Path folder) throws Exception {
        Baton baton = Baton.on(Database.valueOf(System.getProperty("database", "POSTGRES")));
        print("the four calls alone", calls(baton));
        print("a worker", worker(baton, folder, "true", List.of()));
        print("... with a worktree", worker(baton, folder, "true", List.of("--repo=" + repository(folder, "a"))));
        print(
                "... with a commit and a merge",
                worker(baton, folder, WRITE_A_FILE, List.of("--repo=" + repository(folder, "b"))));
    }

    /** One client that makes the calls of a worker, without a command. */
    private static List<Double> calls(Baton baton) throws IOException {
        HttpLife life = new HttpLife(baton);
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < TASKS + WARM_UP; i++) {
            long start = System.nanoTime();
            life.live();
            millis.add((System.nanoTime() - start) / 1e6);
        }
        return millis.subList(WARM_UP, millis.size());
    }

    private static List<Double> worker(Baton baton, Path folder, String command, List<String> more) throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < TASKS + WARM_UP; i++) {
            ids.add(baton.create("work-queue"));
        }
        Process worker = start(baton, folder, command, more);
        try {
            String last = ids.get(ids.size() - 1);
            Crowd.waitUntil("all are completed", 300, () -> baton.state(last).equals("completed"));
        } finally {
            worker.destroy();
            worker.waitFor(30, TimeUnit.SECONDS);
        }
        List<Instant> claims = ids.stream()
                .map(id -> Instant.parse(baton.history(id).get(1).get("at").asText()))
                .sorted()
                .toList();
        List<Double> millis = new ArrayList<>();
        for (int i = WARM_UP; i < claims.size(); i++) {
            millis.add(
                    java.time.Duration.between(claims.get(i - 1), claims.get(i)).toNanos() / 1e6);
        }
        return millis;
    }

    private static Process start(Baton baton, Path folder, String command, List<String> more) throws IOException {
        Path token = folder.resolve("token");
        Files.writeString(
                token,
                baton.admin()
                        .post("/api/tokens", "{\"user\":\"worker-1\",\"name\":\"benchmark\"}")
                        .expect(201)
                        .json()
                        .get("token")
                        .asText());
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                ServerProcess.installedClasspath(),
                "dev.baton.Main",
                "worker",
                "--server=" + baton.url(),
                "--token-file=" + token,
                "--lifecycle=work-queue",
                "--run=" + command));
        line.addAll(more);
        return new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("worker.log").toFile())
                .start();
    }

    private static Path repository(Path folder, String name) throws Exception {
        Path path = Files.createDirectory(folder.resolve(name));
        for (String command : List.of(
                "git init --quiet --initial-branch=main",
                "git config user.name Somebody",
                "git config user.email somebody@example.com",
                "git commit --quiet --allow-empty -m Begin")) {
            int exit = new ProcessBuilder(command.split(" "))
                    .directory(path.toFile())
                    .inheritIO()
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new IOException(command + " ended with " + exit);
            }
        }
        return path;
    }

    private static void print(String what, List<Double> millis) {
        List<Double> sorted = millis.stream().sorted().toList();
        OUT.printf(
                "%s: median %.1f ms, p90 %.1f ms, longest %.1f ms (%d tasks)%n",
                what,
                sorted.get(sorted.size() / 2),
                sorted.get(sorted.size() * 9 / 10),
                sorted.get(sorted.size() - 1),
                sorted.size());
    }
}
