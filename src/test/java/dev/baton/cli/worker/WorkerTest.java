package dev.baton.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cli.client.ServerProblem;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import dev.baton.testing.TcpProxy;
import dev.baton.testing.Workers;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Date;
import java.util.concurrent.CompletableFuture;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How runs of a command end, and what the server is told. */
class WorkerTest {

    private static final int SECONDS = 30;

    @TempDir
    private Path folder;

    private final Baton baton = Baton.on(Database.H2);
    private final OneWorker worker = new OneWorker(baton, "worker-1");

    @BeforeEach
    void emptyQueue() {
        Workers.drain(baton);
    }

    @AfterEach
    void resetClock() {
        ClockUtil.reset();
    }

    @Test
    void withoutATaskThereIsNothingToDo() {
        assertThat(worker.run()).isEqualTo(Worker.End.NOTHING);
    }

    @Test
    void aFailureIsTriedAgainUntilTheAttemptsAreUsedUp() {
        String id = Workers.create(baton, "[]");
        Path runs = folder.resolve("runs");
        worker.command("echo \"$BATON_TASK_ATTEMPT $BATON_TASK_LAST_ERROR\" >> '%s'; echo no luck >&2; exit 3"
                        .formatted(runs))
                .run();
        assertThat(baton.state(id)).isEqualTo("failed");
        assertThat(baton.task(id).at("/data/lastError").asText()).isEqualTo("Exit code 3\nno luck");
        assertThat(runs).content().contains("1 \n", "2 Exit code 3", "3 Exit code 3");
    }

    @Test
    void howACommandFailedIsKnownHoweverMuchItSaid() {
        String id = Baton.newId();
        baton.admin()
                .post("/api/tasks", "{\"lifecycle\":\"work-queue\",\"id\":\"%s\",\"maxAttempts\":1}".formatted(id))
                .expect(201);
        worker.command("head -c 1000000 /dev/zero | tr '\\0' a; echo; echo the end; exit 3")
                .run();
        assertThat(baton.task(id).at("/data/lastError").asText())
                .startsWith("Exit code 3\n…aaa")
                .endsWith("aaa\nthe end");
    }

    @Test
    void aMappingServesACopyOfItsLifecycle() {
        String key = "copy-" + Baton.newId();
        String diagram =
                baton.admin().get("/api/lifecycles/work-queue/bpmn").expect(200).body();
        baton.deploy(
                key,
                diagram.replace("id=\"work-queue\"", "id=\"" + key + "\"")
                        .replace("bpmnElement=\"work-queue\"", "bpmnElement=\"" + key + "\""));
        String other = baton.create("work-queue");
        String id = baton.create(key);
        assertThat(worker.lifecycle(key).run()).isEqualTo(Worker.End.DONE);
        assertThat(baton.task(id).get("state").asText()).isEqualTo("completed");
        assertThat(baton.task(other).get("state").asText()).isEqualTo("ready");
        baton.admin().delete("/api/lifecycles/" + key, null).expect(200);
    }

    @Test
    void theSpecialExitCodeBlocksTheTask() {
        String id = Workers.create(baton, "[]");
        assertThat(worker.command("echo 'which database?'; exit 75").run()).isEqualTo(Worker.End.NOT_DONE);
        assertThat(baton.state(id)).isEqualTo("blocked");
        assertThat(baton.history(id).toString()).contains("which database?");
    }

    @Test
    void whoWatchesSeesThatTheCommandRunsAndWhatItSaidLast() throws IOException {
        String id = Workers.create(baton, "[]");
        Path watched = folder.resolve("watched");
        CompletableFuture<Worker.End> end = CompletableFuture.supplyAsync(
                () -> worker.command("echo half way; until [ -e '%s' ]; do sleep 0.1; done".formatted(watched))
                        .run());
        Crowd.waitUntil(
                "the list has the note",
                SECONDS,
                () -> baton.admin()
                        .get("/api/tasks?state=claimed&q=" + id)
                        .json()
                        .at("/tasks/0/data/heartbeat/note")
                        .asText()
                        .equals("half way"));
        Files.createFile(watched);
        assertThat(end.join()).isEqualTo(Worker.End.DONE);
    }

    @Test
    void aCommandThatTakesTooLongIsKilled() {
        String id = Baton.newId();
        baton.admin()
                .post("/api/tasks", "{\"lifecycle\":\"work-queue\",\"id\":\"%s\",\"maxAttempts\":1}".formatted(id))
                .expect(201);
        worker.command("echo slow; sleep 600").timeLimit(Duration.ofMillis(300)).run();
        assertThat(baton.task(id).at("/data/lastError").asText()).contains("killed after PT0.3S", "slow");
    }

    @Test
    void textsOfATaskAreNeverShellText() throws IOException {
        Path planted = folder.resolve("planted");
        String title = "$(touch %s); `touch %s` \\u001b[2J".formatted(planted, planted);
        String id = Baton.newId();
        baton.admin()
                .post("/api/tasks", """
                        {"lifecycle":"work-queue","id":"%s","title":"%s"}""".formatted(id, title.replace("\\u001b", "")))
                .expect(201);
        Path input = folder.resolve("input");
        worker.command("cat > '%s'; printf '\\033[2Jcleared\\n'; echo \"$BATON_TASK_TITLE\"".formatted(input))
                .run();
        assertThat(baton.state(id)).isEqualTo("completed");
        assertThat(planted).doesNotExist();
        assertThat(Files.readString(input)).contains("$(touch").startsWith("{").contains("\"id\":\"" + id);
        assertThat(worker.said()).contains("cleared", "$(touch").doesNotContain("\033");
    }

    @Test
    void theTokenReachesTheCommandOnlyIfAskedAndTheLogNever() {
        String id = Workers.create(baton, "[]");
        worker.command("echo token ${BATON_TOKEN-none}").run();
        assertThat(worker.said()).contains("token none");
        Workers.create(baton, "[]");
        worker.passToken().command("echo token $BATON_TOKEN; exit 75").run();
        assertThat(worker.said()).contains("token ***").doesNotContain(worker.token());
        assertThat(baton.history(id).toString()).doesNotContain(worker.token());
    }

    @Test
    void aLostLeaseKillsTheWholeProcessTree() {
        String id = create("{\"claimTimeout\":\"PT2S\"}");
        GitFolder repository = GitFolder.create(folder.resolve("repo"));
        Path pids = folder.resolve("pids");
        worker.repository(repository, Delivery.Mode.FF).keepLost().command("""
                echo half > half.txt
                (sleep 600 & echo $! >> '%1$s')
                sleep 600 &
                echo $! >> '%1$s'
                echo $$ >> '%1$s'
                wait""".formatted(pids));
        CompletableFuture<Worker.End> end = CompletableFuture.supplyAsync(worker::run);
        Crowd.waitUntil("the command runs", SECONDS, () -> lines(pids).length == 3);
        baton.admin().move(id, "release", "{}").expect(200);
        assertThat(Crowd.await(end)).isEqualTo(Worker.End.NOT_DONE);
        for (String pid : lines(pids)) {
            Crowd.waitUntil("process " + pid + " has ended", SECONDS, () -> ended(pid));
        }
        assertThat(worker.said()).contains("the lease was lost", "unfinished work is on the branch baton-lost/");
        assertThat(repository.leftOver()).singleElement().asString().startsWith("baton-lost/");
        assertThat(baton.state(id)).isEqualTo("ready");
    }

    @Test
    void aStoppedWorkerGivesItsTaskBack() {
        String id = Workers.create(baton, "[]");
        Path pids = folder.resolve("pids");
        Worker running = worker.untilStopped()
                .command("echo $$ > '%s'; sleep 600".formatted(pids))
                .worker();
        CompletableFuture<Worker.End> end = CompletableFuture.supplyAsync(running::run);
        Crowd.waitUntil("the command runs", SECONDS, () -> lines(pids).length == 1);
        running.stop();
        assertThat(Crowd.await(end)).isNotNull();
        assertThat(baton.state(id)).isEqualTo("ready");
        assertThat(baton.task(id).get("attempts").asInt()).isZero();
        assertThat(ended(lines(pids)[0])).isTrue();
    }

    @Test
    void aCommandThatEndsWithZeroWhenItIsKilledHasNotSucceeded() {
        String id = Workers.create(baton, "[]");
        GitFolder repository = GitFolder.create(folder.resolve("repo"));
        Path pids = folder.resolve("pids");
        Worker running = worker.untilStopped()
                .repository(repository, Delivery.Mode.FF)
                .command("""
                        trap 'exit 0' TERM
                        echo half > half.txt
                        echo $$ > '%s'
                        sleep 600 &
                        wait""".formatted(pids))
                .worker();
        CompletableFuture<Worker.End> end = CompletableFuture.supplyAsync(running::run);
        Crowd.waitUntil("the command runs", SECONDS, () -> lines(pids).length == 1);
        running.stop();
        assertThat(Crowd.await(end)).isNotNull();
        assertThat(baton.state(id)).isEqualTo("ready");
        assertThat(repository.works()).isEmpty();
        assertThat(repository.leftOver()).isEmpty();
    }

    @Test
    void aCutConnectionIsSurvivedAndNothingIsReportedTwice() throws Exception {
        String id = Workers.create(baton, "[]");
        int port = URI.create(baton.url()).getPort();
        Path go = folder.resolve("go");
        try (TcpProxy proxy = new TcpProxy(port)) {
            worker.through("http://127.0.0.1:" + proxy.port())
                    .command("echo started; while [ ! -e '%s' ]; do sleep 0.05; done".formatted(go));
            CompletableFuture<Worker.End> end = CompletableFuture.supplyAsync(worker::run);
            Crowd.waitUntil("the command runs", SECONDS, () -> worker.said().contains("started"));
            proxy.cut();
            Files.createFile(go);
            Crowd.waitUntil("the worker notices", SECONDS, () -> worker.said().contains("trying again"));
            proxy.mend();
            assertThat(Crowd.await(end)).isEqualTo(Worker.End.DONE);
        }
        assertThat(baton.state(id)).isEqualTo("completed");
        assertThat(worker.said()).contains("the server answers again");
    }

    @Test
    void aWorkOfTheSameUserWhoseWorkerDiedIsTakenOver() {
        String user = OneWorker.newUser(baton, "specialist");
        Caller dead = baton.withToken(OneWorker.token(baton, user));
        String id = Workers.create(baton, "[]");
        dead.move(id, "claim", "{}").expect(200);
        dead.move(id, "start", "{}", 1).expect(200);
        ClockUtil.setCurrentTime(
                new Date(System.currentTimeMillis() + Duration.ofHours(2).toMillis()));
        baton.fireTimers(id);
        ClockUtil.reset();
        OneWorker next = new OneWorker(baton, user);
        assertThat(next.run()).as(next.said()).isEqualTo(Worker.End.DONE);
        assertThat(baton.state(id)).isEqualTo("completed");
        assertThat(baton.history(id).toString()).contains("The worker was lost.");
    }

    @Test
    void aTokenThatIsNotValidEndsTheWorker() {
        Worker broken = new OneWorker(baton, "worker-1")
                .withToken("nonsense")
                .untilStopped()
                .worker();
        assertThatThrownBy(broken::run)
                .isInstanceOf(ServerProblem.class)
                .extracting(e -> ((ServerProblem) e).status())
                .isEqualTo(401);
    }

    private String create(String data) {
        return baton.create("work-queue", data);
    }

    private static boolean ended(String pid) {
        return ProcessHandle.of(Long.parseLong(pid))
                .filter(ProcessHandle::isAlive)
                .isEmpty();
    }

    private static String[] lines(Path file) {
        try {
            return Arrays.stream(Files.readString(file).split("\n"))
                    .filter(line -> !line.isBlank())
                    .toArray(String[]::new);
        } catch (IOException e) {
            return new String[0];
        }
    }
}
