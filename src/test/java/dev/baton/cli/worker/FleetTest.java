package dev.baton.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import dev.baton.testing.ServerProcess;
import dev.baton.testing.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two worker processes on a real repository. Two of three tasks change the same line; one worker is killed while its command
 * runs.
 */
class FleetTest {

    private static final int SECONDS = 60;

    /** The first run for the task "hang" never ends. The one for "wait" ends once "hang" is worked on a second time. */
    private static final String COMMAND = """
            echo "run $BATON_TASK_ATTEMPT of $BATON_TASK_ID"
            echo $$ > "$GATES/pid-$BATON_TASK_ID-$BATON_TASK_ATTEMPT"
            touch "$GATES/started-$BATON_TASK_ID-$BATON_TASK_ATTEMPT"
            case "$BATON_TASK_ID-$BATON_TASK_ATTEMPT" in
              hang-*-1) sleep 600 ;;
              wait-*-1) while ! ls "$GATES"/started-hang-*-2 >/dev/null 2>&1; do sleep 0.2; done ;;
            esac
            line=$(cat "$BATON_TASK_TITLE" 2>/dev/null)
            echo "$line $BATON_TASK_ID" > "$BATON_TASK_TITLE"
            """;

    @TempDir
    private Path folder;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void endProcesses() {
        ClockUtil.reset();
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void aKilledWorkerCostsNothingButTime() throws Exception {
        Baton baton = Baton.on(Database.H2);
        Workers.drain(baton);
        GitFolder repository = GitFolder.create(folder.resolve("repo"));
        Path gates = Files.createDirectory(folder.resolve("gates"));
        String hang = create(baton, "hang", 1, "shared.txt");

        Process first = worker(baton, "worker-1", 1, repository.path(), gates);
        Crowd.waitUntil("the first command runs", SECONDS, () -> Files.exists(gates.resolve("pid-" + hang + "-1")));
        long orphan = pid(gates.resolve("pid-" + hang + "-1"));
        String wait = create(baton, "wait", 2, "shared.txt");
        String other = create(baton, "other", 3, "other.txt");
        Process second = worker(baton, "worker-2", 2, repository.path(), gates);
        Crowd.waitUntil("the second worker works", SECONDS, () -> Files.exists(gates.resolve("pid-" + wait + "-1")));

        first.destroyForcibly().waitFor();
        ClockUtil.setCurrentTime(new Date(System.currentTimeMillis() + TimeUnit.MINUTES.toMillis(11)));
        baton.fireTimers(hang);
        ClockUtil.reset();

        Crowd.waitUntil(
                "all are completed: " + log("worker-2"),
                SECONDS,
                () -> List.of(hang, wait, other).stream()
                        .allMatch(id -> baton.state(id).equals("completed")));
        second.destroy();
        assertThat(second.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();

        assertThat(repository.works()).containsExactlyInAnyOrder(hang, wait, other);
        assertThat(repository.git("rev-list", "--count", "main")).isEqualTo("4");
        assertThat(repository.read("shared.txt").split(" ")).containsExactlyInAnyOrder("start", hang, wait);
        assertThat(repository.leftOver()).as(log("worker-2")).isEmpty();
        assertThat(ProcessHandle.of(orphan).filter(ProcessHandle::isAlive)).isEmpty();
        assertThat(triggers(baton, hang)).contains("claim-timeout");
        assertThat(failures(baton, hang, wait))
                .singleElement()
                .asString()
                .contains("conflicts with main", "shared.txt");
        for (String id : List.of(hang, wait, other)) {
            JsonNode data = baton.task(id).get("data");
            assertThat(data.get("merged").asBoolean()).isTrue();
            assertThat(repository.git(
                            "show",
                            "--no-patch",
                            "--format=%B",
                            data.get("commit").asText()))
                    .contains("Baton-Work: " + id);
        }
        assertThat(log("worker-2")).contains("left by a worker that died", "stopping");
    }

    private static String create(Baton baton, String name, int priority, String file) {
        String id = name + "-" + Baton.newId();
        baton.admin().post("/api/tasks", """
                        {"lifecycle":"work-queue","id":"%s","title":"%s","priority":%d}""".formatted(id, file, priority)).expect(201);
        return id;
    }

    private Process worker(Baton baton, String user, int parallel, Path repository, Path gates) throws IOException {
        Path token = folder.resolve(user + ".token");
        Files.writeString(token, OneWorker.token(baton, user));
        ProcessBuilder builder = new ProcessBuilder(
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
                        "--repo=" + repository,
                        "--parallel=" + parallel,
                        "--wait=2",
                        "--run=" + COMMAND)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(user + ".log").toFile());
        builder.environment().put("GATES", gates.toString());
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private String log(String user) {
        try {
            return Files.readString(folder.resolve(user + ".log"));
        } catch (IOException e) {
            return "no log";
        }
    }

    private static long pid(Path file) {
        Crowd.waitUntil("the pid is written", SECONDS, () -> !read(file).isBlank());
        return Long.parseLong(read(file).strip());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }

    private static List<String> triggers(Baton baton, String id) {
        return baton.history(id).stream()
                .map(entry -> entry.path("trigger").asText())
                .toList();
    }

    private static List<String> failures(Baton baton, String... ids) {
        return List.of(ids).stream()
                .flatMap(id -> baton.history(id).stream())
                .filter(entry -> entry.path("trigger").asText().equals("fail"))
                .map(entry -> entry.path("payload").path("error").asText())
                .toList();
    }
}
