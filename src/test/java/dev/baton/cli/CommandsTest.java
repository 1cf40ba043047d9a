package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.Terminal.Ran;
import dev.baton.event.EventStreams;
import dev.baton.testing.Baton;
import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import dev.baton.testing.ErrandDiagram;
import dev.baton.testing.Workers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands against a real server: what they print and how they end. */
class CommandsTest {

    @TempDir
    private Path folder;

    private final Baton baton = Baton.on(Database.H2);
    private Terminal human;
    private Terminal worker;

    @BeforeEach
    void signIn() throws IOException {
        human = as("human");
        worker = as("worker-1");
    }

    private Terminal as(String user) throws IOException {
        Path file = folder.resolve(user);
        String token = baton.admin()
                .post("/api/tokens", "{\"user\":\"%s\",\"name\":\"cli\"}".formatted(user))
                .expect(201)
                .json()
                .get("token")
                .asText();
        Files.writeString(file, token + "\n");
        return new Terminal(baton.url(), file);
    }

    @Test
    void aTaskFromItsCreationToItsEnd() {
        Workers.drain(baton);
        String id = Baton.newId();
        Ran created = human.run(
                "task",
                "create",
                "--lifecycle=work-queue",
                "--id=" + id,
                "--title=Sort",
                "--set",
                "description=by date");
        assertThat(created.exit()).as(created.err()).isZero();
        assertThat(created.out()).contains(id, "ready");
        assertThat(human.run("task", "list", "--state=ready", "--search=" + id).out())
                .contains("ID", id, "Sort");
        Ran claimed = worker.run("task", "claim", "--lifecycle=work-queue", "--json");
        assertThat(claimed.json().get("id").asText()).isEqualTo(id);
        Ran shown = worker.run("task", "show", id);
        assertThat(shown.out()).contains("claimed", "epoch 1", "by date", "start", "release");
        baton.as("worker-1")
                .post("/api/tasks/" + id + "/heartbeat", "{\"leaseEpoch\":1,\"note\":\"running tests\"}")
                .expect(200);
        assertThat(human.run("task", "list", "--search=" + id).out()).contains("NOTE", "running tests");
        assertThat(worker.run("task", "move", id, "start", "--lease-epoch=1", "--dry-run")
                        .out())
                .contains("would go: claimed → in_progress");
        assertThat(worker.run("task", "move", id, "start", "--lease-epoch=1").out())
                .contains("claimed → in_progress");
        Ran done = worker.run(
                "task",
                "move",
                id,
                "succeed",
                "--lease-epoch=1",
                "--payload={\"commit\":\"abc\"}",
                "--set",
                "exitCode=0");
        assertThat(done.exit()).as(done.err()).isZero();
        assertThat(baton.task(id).at("/data/commit").asText()).isEqualTo("abc");
        assertThat(human.run("task", "history", id).out().lines()).hasSize(4);
        assertThat(human.run("task", "history", id, "--json").json()).hasSize(4);
        assertThat(worker.run("task", "claim", "--lifecycle=work-queue").exit()).isEqualTo(ExitCodes.NOTHING);
    }

    @Test
    void refusalsArePrintedForPeopleAndHaveTheirOwnExitCodes() {
        String id = Workers.create(baton, "[]");
        Ran conflict = worker.run("task", "move", id, "succeed");
        assertThat(conflict.exit()).isEqualTo(ExitCodes.CONFLICT);
        assertThat(conflict.err()).contains("possible next states: claimed").doesNotContain("Exception", "\tat ");
        Ran asJson = worker.run("task", "move", id, "succeed", "--json");
        assertThat(asJson.json().get("exitCode").asInt()).isEqualTo(ExitCodes.CONFLICT);
        assertThat(asJson.json().get("allowedTransitions").toString()).contains("claimed");
        Ran invalid =
                worker.run("task", "create", "--lifecycle=peer-review", "--data={\"criticality\":\"odd\",\"x\":1}");
        assertThat(invalid.exit()).isEqualTo(ExitCodes.INVALID);
        assertThat(invalid.err()).contains("criticality").contains("x");
        assertThat(worker.run("task", "show", "no-such").exit()).isEqualTo(ExitCodes.NOT_FOUND);
        assertThat(worker.run("task", "create", "--lifecycle=governed").exit()).isEqualTo(ExitCodes.FORBIDDEN);
        assertThat(worker.run("task", "create", "--lifecycle=work-queue", "--data=no json")
                        .exit())
                .isEqualTo(ExitCodes.USAGE);
        assertThat(worker.run("task", "crate").exit()).isEqualTo(ExitCodes.USAGE);
        assertThat(worker.run("task", "list", "--limit=0").exit()).isEqualTo(ExitCodes.USAGE);
        Ran misspelt = worker.run("task", "list", "--colour=red", "--json");
        assertThat(misspelt.exit()).isEqualTo(ExitCodes.USAGE);
        assertThat(misspelt.json().get("exitCode").asInt()).isEqualTo(ExitCodes.USAGE);
        assertThat(misspelt.json().get("detail").asText()).contains("--colour");
        assertThat(new Terminal("http://127.0.0.1:1", folder.resolve("human"))
                        .run("task", "list")
                        .exit())
                .isEqualTo(ExitCodes.SERVER_AWAY);
    }

    @Test
    void whoIsNotSignedInIsToldHow() throws IOException {
        Path wrong = Files.writeString(folder.resolve("wrong"), "nonsense");
        Ran refused = new Terminal(baton.url(), wrong).run("task", "list");
        assertThat(refused.exit()).isEqualTo(ExitCodes.NOT_SIGNED_IN);
        assertThat(refused.err()).contains("baton login").doesNotContain("nonsense");
        Ran missing = new Terminal(baton.url(), folder.resolve("no-such")).run("task", "list");
        assertThat(missing.exit()).isEqualTo(ExitCodes.USAGE);
        assertThat(missing.err()).contains("can't be read");
    }

    @Test
    void aTitleCanNotRewriteTheScreen() {
        String id = Baton.newId();
        baton.admin().post("/api/tasks", """
                {"lifecycle":"work-queue","id":"%s","title":"a\\u202eb"}""".formatted(id)).expect(201);
        assertThat(human.run("task", "show", id).out()).contains("title        a b");
        assertThat(human.run("task", "list", "--search=" + id).out())
                .contains("a b")
                .doesNotContain("\u202e");
    }

    @Test
    void watchingATaskEndsWithIt() {
        String id = Workers.inProgress(baton, "worker-1");
        CompletableFuture<Ran> watch =
                CompletableFuture.supplyAsync(() -> human.run("task", "watch", id, "--timeout=30", "--json"));
        Workers.move(baton, "worker-1", id, "succeed", "{}").expect(200);
        assertThat(Crowd.await(watch).exit()).isZero();
        String other = Workers.inProgress(baton, "worker-1");
        assertThat(human.run("task", "watch", other, "--timeout=1").exit()).isEqualTo(ExitCodes.NOTHING);
        for (String time : List.of("-1", "" + Long.MAX_VALUE)) {
            assertThat(human.run("task", "watch", other, "--timeout=" + time).exit())
                    .isEqualTo(ExitCodes.USAGE);
        }
        assertThat(human.run("task", "watch", other, "--until=in_progress").exit())
                .isZero();
    }

    /** A server that was never there is none to wait for; one that has gone is waited for until the time is over. */
    @Test
    void watchingEndsInTimeWhenTheServerIsAway() throws Exception {
        String token = folder.resolve("human").toString();
        Ran never = Terminal.plain("task", "watch", "--server=http://127.0.0.1:1", "--token-file=" + token);
        assertThat(never.exit()).isEqualTo(ExitCodes.SERVER_AWAY);

        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Ran> watch = CompletableFuture.supplyAsync(() -> Terminal.plain(
                    "task",
                    "watch",
                    "--timeout=2",
                    "--server=http://127.0.0.1:" + server.getLocalPort(),
                    "--token-file=" + token));
            try (Socket once = server.accept()) {
                assertThat(once.getInputStream().read(new byte[8192])).isPositive();
                once.getOutputStream()
                        .write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
            }
            server.close();
            assertThat(Crowd.await(watch).exit()).isEqualTo(ExitCodes.NOTHING);
        }
    }

    @Test
    void optionsThatCanNotBeUsedAreRefusedBeforeAnythingIsDone() throws IOException {
        Workers.drain(baton);
        String id = baton.create("work-queue");
        for (String option : List.of(
                "--dir=" + folder.resolve("no-such"),
                "--grace=-PT1S",
                "--time-limit=PT0S",
                "--time-limit=P99999999D")) {
            Ran refused = worker.run("worker", "--lifecycle=work-queue", "--run=true", "--once", option);
            assertThat(refused.exit()).as(option).isEqualTo(ExitCodes.USAGE);
            assertThat(refused.err()).contains(option.substring(0, option.indexOf('=')));
        }
        assertThat(baton.task(id).get("state").asText()).isEqualTo("ready");
        for (Path place : List.of(folder, folder.resolve("no-such/token"))) {
            Ran login = Terminal.plain("login", "--user=human", "--password-stdin", "--save-to=" + place);
            assertThat(login.exit()).isEqualTo(ExitCodes.USAGE);
            assertThat(login.err()).contains("--save-to");
        }
    }

    @Test
    void aStateThatATaskHasLeftAgainWasReached() {
        String id = Workers.create(baton, "[]");
        EventStreams streams = baton.bean(EventStreams.class);
        int before = streams.count();
        CompletableFuture<Ran> watch =
                CompletableFuture.supplyAsync(() -> human.run("task", "watch", id, "--timeout=20", "--until=claimed"));
        Crowd.waitUntil("somebody watches", 20, () -> streams.count() > before);
        Workers.move(baton, "worker-1", id, "claim", "{}").expect(200);
        Workers.move(baton, "worker-1", id, "start", "{}").expect(200);
        assertThat(Crowd.await(watch).exit()).isZero();
    }

    @Test
    void lifecyclesAreShownCheckedAndDeployed() throws IOException {
        assertThat(human.run("lifecycle", "list").out()).contains("work-queue", "governed");
        assertThat(human.run("lifecycle", "show", "work-queue").out()).contains("in_progress", "succeed");
        assertThat(human.run("lifecycle", "show", "work-queue", "--mermaid").out())
                .contains("stateDiagram-v2");
        assertThat(human.run("lifecycle", "show", "work-queue", "--bpmn").out()).contains("<bpmn:process");
        String key = "mine-" + Baton.newId().substring(2, 10);
        Path good = Files.writeString(folder.resolve("good.bpmn"), ErrandDiagram.diagram(key));
        Path bad = Files.writeString(
                folder.resolve("bad.bpmn"), ErrandDiagram.diagram(key).replace("name=\"drop\"", "name=\"take\""));
        assertThat(human.run("lifecycle", "deploy", good.toString()).exit()).isEqualTo(ExitCodes.FORBIDDEN);
        Terminal admin = as("admin");
        Ran refused = admin.run("lifecycle", "deploy", bad.toString());
        assertThat(refused.exit()).isEqualTo(ExitCodes.INVALID);
        assertThat(refused.err()).contains("open__drop");
        assertThat(admin.run("lifecycle", "deploy", good.toString()).out()).contains(key + " is deployed, version 1");
        Ran check = admin.run("lifecycle", "check", bad.toString());
        assertThat(check.exit()).isIn(ExitCodes.INVALID, ExitCodes.USAGE);
        assertThat(check.out() + check.err()).containsAnyOf("open__drop", "has no POST /api/lifecycles/check");
        Path noDiagram = Files.writeString(folder.resolve("text.bpmn"), "no xml");
        assertThat(admin.run("lifecycle", "deploy", noDiagram.toString()).exit())
                .isEqualTo(ExitCodes.USAGE);
    }

    @Test
    void schemasAndTablesComeAlongWithADiagram() throws IOException {
        String key = "mine-" + Baton.newId().substring(2, 10);
        Path diagram = Files.writeString(
                folder.resolve("mine.bpmn"),
                ErrandDiagram.diagram(key)
                        .replace("name=\"requires\" value=\"", "name=\"requires\" value=\"receipt?, "));
        Path schema = Files.writeString(folder.resolve("receipt.schema.json"), "{\"type\":\"integer\"}");
        Path odd = Files.writeString(folder.resolve("notes.txt"), "odd");
        Terminal admin = as("admin");
        assertThat(admin.run("lifecycle", "check", diagram.toString()).exit()).isEqualTo(ExitCodes.INVALID);
        Ran check = admin.run("lifecycle", "check", diagram.toString(), schema.toString());
        assertThat(check.exit()).as(check.out() + check.err()).isZero();
        Ran deployed = admin.run("lifecycle", "deploy", diagram.toString(), schema.toString());
        assertThat(deployed.exit()).as(deployed.err()).isZero();
        assertThat(admin.run("lifecycle", "show", key, "--json").out()).contains("receipt");
        Ran refused = admin.run("lifecycle", "deploy", diagram.toString(), odd.toString());
        assertThat(refused.exit()).isEqualTo(ExitCodes.USAGE);
        assertThat(refused.err()).contains("notes.txt");
        assertThat(admin.run(
                                "lifecycle",
                                "deploy",
                                diagram.toString(),
                                folder.resolve("no.dmn").toString())
                        .exit())
                .isEqualTo(ExitCodes.USAGE);
    }

    @Test
    void everyCommandHasHelpAndCompletion() {
        assertThat(Terminal.plain("--help").out()).contains("worker", "task", "lifecycle", "login", "server");
        String script = Terminal.plain("completion").out();
        assertThat(script).contains("complete -F _complete_baton", "--lease-epoch", "--on-lost");
        for (String command : List.of("create", "list", "show", "move", "history", "watch", "claim")) {
            assertThat(Terminal.plain("task", command, "--help").out()).contains("--json");
        }
        assertThat(Terminal.plain("worker", "--lifecycle=governed", "--print-mapping")
                        .out())
                .contains("workPlan");
        assertThat(Terminal.plain("worker", "--lifecycle=odd", "--print-mapping")
                        .err())
                .contains("Shipped are");
    }
}
