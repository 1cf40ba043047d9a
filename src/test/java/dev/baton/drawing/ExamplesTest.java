package dev.baton.drawing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Examples;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/** The lifecycles in docs/examples, for which nobody wrote Java. */
class ExamplesTest {

    private static String create(Baton baton, String user, String lifecycle, String data) {
        String id = Baton.newId();
        baton.as(user)
                .post("/api/tasks", "{\"lifecycle\":\"%s\",\"id\":\"%s\",\"data\":%s}".formatted(lifecycle, id, data))
                .expect(201);
        return id;
    }

    private static void later(Duration time) {
        ClockUtil.setCurrentTime(Date.from(Instant.now().plus(time)));
    }

    @OnBothDatabases
    void whatTheyDrawIsInTheirTables(Baton baton) {
        List.of("content-piece", "content").forEach(key -> Examples.deploy(baton, key));
        JsonNode content =
                baton.as("intern").get("/api/lifecycles/content").expect(200).json();
        assertThat(content.at("/states").toString())
                .contains("\"name\":\"writing\",\"terminal\":false,\"waitsFor\":\"nobody\"")
                .contains("\"calls\":\"content-piece\"");
        assertThat(content.at("/transitions").toString())
                .contains("\"from\":\"scheduled\",\"to\":\"published\",\"trigger\":\"its date\",\"kind\":\"timer\"")
                .contains("\"counts\":[\"rewrites\"]");
        JsonNode decision = content.at("/decisions/0");
        assertThat(decision.get("key").asText()).isEqualTo("editing-needed");
        assertThat(decision.get("hitPolicy").asText()).isEqualTo("FIRST");
        assertThat(decision.at("/inputs/1").toString())
                .isEqualTo("{\"label\":\"chapters\",\"expression\":\"count(task.chapters)\",\"type\":\"integer\"}");
        assertThat(decision.at("/outputs/0/name").asText()).isEqualTo("needsEditing");
        assertThat(decision.at("/rules/1").toString())
                .isEqualTo("{\"inputs\":[\"\\\"note\\\", \\\"short\\\"\",\"<= 1\"],\"outputs\":[\"false\"],"
                        + "\"description\":\"A note is short enough to appear as it is\"}");
        assertThat(baton.admin().get("/api/lifecycles/content/mermaid").body())
                .contains("writing : subtasks of content-piece", "scheduled --> published: its date (timer)");
        assertThat(baton.admin().get("/api/lifecycles/content-piece/mermaid").body())
                .contains("waiting : work for write");
        assertThat(baton.admin()
                        .get("/api/lifecycles/peer-review")
                        .json()
                        .at("/decisions/0/key")
                        .asText())
                .isEqualTo("reviewers-needed");
    }

    /** Each word of the language is in the table that the server reads off, and in Mermaid. */
    @OnBothDatabases
    void everyWordIsShown(Baton baton) {
        List.of("content-piece", "every-word").forEach(key -> Examples.deploy(baton, key));
        JsonNode table =
                baton.as("intern").get("/api/lifecycles/every-word").expect(200).json();
        assertThat(way(table, "take").get("claim").asBoolean()).isTrue();
        assertThat(Json.texts(way(table, "take").get("roles"))).containsExactly("specialist", "admin");
        assertThat(way(table, "freed").get("on").asText()).isEqualTo("blockers-finished");
        assertThat(Json.texts(way(table, "hand-in").get("counts"))).containsExactly("rounds");
        assertThat(Json.texts(way(table, "hand-in").get("collects"))).containsExactly("notes:note", "authors:actor");
        assertThat(way(table, "hand-in").get("decisions").toString())
                .isEqualTo("[{\"decision\":\"every-word-next\",\"result\":\"next\"}]");
        assertThat(Json.texts(way(table, "lost").get("counts"))).containsExactly("losses");
        assertThat(Json.texts(way(table, "drop").get("counts"))).containsExactly("drops");
        assertThat(way(table, "complete").at("/messages/0/trigger").asText()).isEqualTo("told");
        assertThat(way(table, "drop").at("/messages/0/to").asText()).isEqualTo("children");
        assertThat(table.get("within").toString())
                .contains("\"trigger\":\"stay\"", "\"counts\":[\"pauses\"]", "\"trigger\":\"release\"");
        assertThat(state(table, "pieces").at("/subtasks/cascade").asText()).isEqualTo("abandon");
        assertThat(state(table, "pieces").get("until").asText()).isEqualTo("children");
        assertThat(state(table, "drying").get("until").asText()).isEqualTo("time");
        assertThat(state(table, "review").at("/parts/samePerson").asBoolean()).isTrue();
        assertThat(state(table, "painting").get("topic").asText()).isEqualTo("every-word-paint");

        assertThat(baton.admin()
                        .get("/api/lifecycles/every-word/mermaid")
                        .body()
                        .lines()
                        .map(String::strip))
                .contains(
                        "pieces : subtasks of content-piece, one for each of notes",
                        "pieces : they bring text",
                        "pieces : if the task leaves earlier, abandon for each of them",
                        "painting : work for every-word-paint",
                        "drying : waits for a timer",
                        "review : several parts",
                        "review : one person may do several parts",
                        "ready --> working: take",
                        "note right of working",
                        "'take' is what claims take",
                        "'freed' is taken when the last blocker has finished",
                        "'hand-in' counts rounds",
                        "'hand-in' collects note in notes",
                        "'hand-in' asks every-word-next for next",
                        "'stay' counts pauses",
                        "'lost' counts losses",
                        "'complete' sends told to blockers",
                        "'drop' sends told to children",
                        "end note");
        assertThat(baton.admin().get("/api/lifecycles/peer-review/mermaid").body())
                .contains("under_review : blind for reviews until one's own part is done");
    }

    private static JsonNode way(JsonNode table, String trigger) {
        return Json.list(table.get("transitions")).stream()
                .filter(way -> trigger.equals(way.get("trigger").asText()))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode state(JsonNode table, String name) {
        return Json.list(table.get("states")).stream()
                .filter(state -> name.equals(state.get("name").asText()))
                .findFirst()
                .orElseThrow();
    }

    @OnBothDatabases
    void aPullRequestNeedsTwoApproversWhoAreNotItsAuthor(Baton baton) {
        Examples.deploy(baton, "pull-request");
        String id = create(baton, "lead", "pull-request", "{}");
        baton.as("lead").move(id, "submit", "{\"change\":\"branch-7\"}").expect(200);
        baton.as("lead").move(id, "approve", "{}").expect(403);
        baton.as("reviewer-1").move(id, "approve", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("in_review");
        baton.as("reviewer-1").move(id, "approve", "{}").expect(403);
        baton.as("reviewer-2").move(id, "approve", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("approved");
        baton.as("lead").move(id, "merge", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("merged");
    }

    @OnBothDatabases
    void changesStartThePullRequestOverAndSilenceMakesItStale(Baton baton) {
        Examples.deploy(baton, "pull-request");
        String id = create(baton, "lead", "pull-request", "{}");
        baton.as("lead").move(id, "submit", "{\"change\":\"branch-7\"}").expect(200);
        baton.as("reviewer-1").move(id, "approve", "{}").expect(200);
        baton.as("human")
                .move(id, "request-changes", "{\"reason\":\"no tests\"}")
                .expect(200);
        baton.as("lead").move(id, "submit", "{\"change\":\"branch-7\"}").expect(200);
        baton.as("reviewer-1").move(id, "approve", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("in_review");
        later(Duration.ofDays(15));
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("stale");
        baton.as("lead").move(id, "close", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("closed");
    }

    @OnBothDatabases
    void anIncidentIsClaimedInTimeOrEscalates(Baton baton) {
        Examples.deploy(baton, "incident");
        String first = create(baton, "human", "incident", "{\"summary\":\"it is down\"}");
        JsonNode claimed = baton.as("worker-1")
                .post("/api/claims", "{\"lifecycle\":\"incident\"}")
                .expect(200)
                .json();
        assertThat(claimed.get("id").asText()).isEqualTo(first);
        int epoch = claimed.at("/lease/epoch").asInt();
        baton.as("worker-1")
                .move(first, "resolve", "{\"resolution\":\"restarted\"}", epoch)
                .expect(200);
        baton.as("worker-1")
                .move(first, "publish", "{\"postmortem\":\"a full disk\"}")
                .expect(403);
        baton.as("lead")
                .move(first, "publish", "{\"postmortem\":\"a full disk\"}")
                .expect(200);
        assertThat(baton.state(first)).isEqualTo("closed");

        String second = create(baton, "human", "incident", "{\"summary\":\"it is slow\"}");
        later(Duration.ofMinutes(6));
        baton.fireTimers(second);
        assertThat(baton.state(second)).isEqualTo("escalated");
        baton.as("worker-1").post("/api/claims", "{\"lifecycle\":\"incident\"}").expect(204);
        baton.as("lead").move(second, "take", "{}").expect(200);
        assertThat(baton.task(second).get("assignee").asText()).isEqualTo("lead");
        later(Duration.ofMinutes(40));
        baton.fireTimers(second);
        assertThat(baton.state(second)).isEqualTo("reported");
        baton.admin().delete("/api/tasks/" + second, "{\"reason\":\"over\"}").expect(204);
    }

    @OnBothDatabases
    void anArticleIsWrittenInPiecesAndAppearsAtItsDate(Baton baton) {
        Examples.deploy(baton, "content-piece");
        Examples.deploy(baton, "content");
        Instant date = Instant.now().plus(Duration.ofDays(3));
        String id = create(baton, "human", "content", "{\"style\":\"short\",\"publishAt\":\"" + date + "\"}");
        baton.as("human")
                .move(id, "outline", "{\"chapters\":[\"bees\",\"wasps\"]}")
                .expect(200);
        List<JsonNode> pieces = Json.list(baton.task(id).get("children"));
        assertThat(pieces).hasSize(2);
        for (JsonNode piece : pieces) {
            String child = piece.get("id").asText();
            assertThat(baton.task(child).at("/data/style").asText()).isEqualTo("short");
            int epoch = baton.as("worker-1")
                    .move(child, "claim", "{}")
                    .expect(200)
                    .json()
                    .at("/lease/epoch")
                    .asInt();
            baton.as("worker-1")
                    .move(child, "complete", "{\"text\":\"about it\"}", epoch)
                    .expect(200);
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> baton.state(id).equals("editing"));
        assertThat(baton.task(id).at("/data/text")).hasSize(2);
        baton.as("human").move(id, "approve", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("scheduled");
        later(Duration.ofDays(4));
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("published");
    }

    @OnBothDatabases
    void anArticleWithAPieceThatNobodyCanWriteIsBriefedAgain(Baton baton) {
        Examples.deploy(baton, "content-piece");
        Examples.deploy(baton, "content");
        String id = create(baton, "human", "content", "{}");
        baton.as("human").move(id, "outline", "{\"chapters\":[\"unicorns\"]}").expect(200);
        String child = baton.task(id).at("/children/0/id").asText();
        int epoch = baton.as("worker-1")
                .move(child, "claim", "{}")
                .expect(200)
                .json()
                .at("/lease/epoch")
                .asInt();
        baton.as("worker-1").move(child, "impossible", "{}", epoch).expect(200);
        await().atMost(Duration.ofSeconds(20)).until(() -> baton.state(id).equals("briefed"));
    }

    @OnBothDatabases
    void aNoteAppearsWithoutEditingAndWhateverIsLegalDoesNot(Baton baton) {
        Examples.deploy(baton, "content-piece");
        Examples.deploy(baton, "content");
        assertThat(afterWriting(baton, "{\"style\":\"note\"}")).isEqualTo("published");
        assertThat(afterWriting(baton, "{\"style\":\"legal\"}")).isEqualTo("editing");
    }

    private static String afterWriting(Baton baton, String data) {
        String id = create(baton, "human", "content", data);
        baton.as("human").move(id, "outline", "{\"chapters\":[\"bees\"]}").expect(200);
        String child = baton.task(id).at("/children/0/id").asText();
        int epoch = baton.as("worker-1")
                .move(child, "claim", "{}")
                .expect(200)
                .json()
                .at("/lease/epoch")
                .asInt();
        baton.as("worker-1")
                .move(child, "complete", "{\"text\":\"about it\"}", epoch)
                .expect(200);
        await().atMost(Duration.ofSeconds(20)).until(() -> !baton.state(id).equals("writing"));
        return baton.state(id);
    }
}
