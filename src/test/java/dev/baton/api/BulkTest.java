package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.util.Collections;
import java.util.List;

/** What is done with many tasks at once is done with each as if it were alone. */
class BulkTest {

    @OnBothDatabases
    void everyTaskHasAResultOfItsOwn(Baton baton) {
        String moves = baton.create("errand");
        String ended = baton.create("errand");
        baton.as("human").move(ended, "drop", "{}").expect(200);
        JsonNode results = bulk(baton, "human", "\"%s\",\"%s\",\"no-such\",\"%s\"".formatted(moves, ended, moves), """
                {"trigger":"cancel","payload":{"reason":"not needed"}}""");
        assertThat(results).hasSize(3);
        assertThat(results.get(0).get("status").asInt()).isEqualTo(200);
        assertThat(results.get(0).at("/task/state").asText()).isEqualTo("cancelled");
        assertThat(results.get(1).get("status").asInt()).isEqualTo(409);
        assertThat(results.get(1).at("/errors/0/message").asText()).contains("ended");
        assertThat(results.get(2).get("status").asInt()).isEqualTo(404);
        assertThat(baton.history(moves))
                .last()
                .satisfies(entry -> assertThat(entry.get("actor").asText()).isEqualTo("human"));
    }

    @OnBothDatabases
    void theGuardsAreTheSame(Baton baton) {
        String id = baton.create("errand");
        JsonNode result = bulk(baton, "intern", "\"" + id + "\"", "{\"trigger\":\"take\",\"payload\":{}}")
                .get(0);
        assertThat(result.get("status").asInt()).isEqualTo(403);
        assertThat(baton.state(id)).isEqualTo("open");
        result = bulk(baton, "intern", "\"" + id + "\"", "{\"patch\":{\"priority\":1}}")
                .get(0);
        assertThat(result.get("status").asInt()).isEqualTo(403);
        result = bulk(baton, "lead", "\"" + id + "\"", "{\"patch\":{\"priority\":1}}")
                .get(0);
        assertThat(result.at("/task/priority").asInt()).isEqualTo(1);
    }

    @OnBothDatabases
    void itsSizeAndActionAreBounded(Baton baton) {
        String many = String.join(",", Collections.nCopies(501, "\"x\""));
        for (String body : List.of(
                "{\"tasks\":[],\"action\":{\"trigger\":\"cancel\"}}",
                "{\"tasks\":[" + many + "],\"action\":{\"trigger\":\"cancel\"}}",
                "{\"tasks\":[\"x\"],\"action\":{}}",
                "{\"tasks\":[\"x\"],\"action\":{\"trigger\":\"cancel\",\"patch\":{\"priority\":1}}}",
                "{\"tasks\":[\"x\"]}")) {
            Problem.of(baton.admin().post("/api/tasks/bulk", body), 400);
        }
    }

    @OnBothDatabases
    void peopleAreFoundByPartOfTheirName(Baton baton) {
        JsonNode found =
                baton.as("intern").get("/api/people?q=REVIEWER").expect(200).json();
        assertThat(found.get("people"))
                .extracting(person -> person.get("id").asText())
                .contains("reviewer-1", "reviewer-2")
                .doesNotContain("worker-1");
        assertThat(found.at("/people/0/groups/0").asText()).isEqualTo("reviewer");
        assertThat(found.get("groups")).extracting(JsonNode::asText).contains("lead", "human");
        baton.anonymous().get("/api/people").expect(401);
    }

    private static JsonNode bulk(Baton baton, String user, String tasks, String action) {
        return baton.as(user)
                .post("/api/tasks/bulk", "{\"tasks\":[" + tasks + "],\"action\":" + action + "}")
                .expect(200)
                .json()
                .get("results");
    }
}
