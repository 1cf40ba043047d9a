package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.util.List;

class TokensTest {

    @OnBothDatabases
    void aTokenSignsItsUserInUntilItIsRevoked(Baton baton) {
        JsonNode issued = issue(baton, "worker-1");
        String token = issued.get("token").asText();
        JsonNode task = baton.withToken(token)
                .post("/api/tasks", "{\"lifecycle\":\"errand\"}")
                .expect(201)
                .json();
        assertThat(baton.history(task.get("id").asText()).get(0).get("actor").asText())
                .isEqualTo("worker-1");
        Problem.of(baton.withToken(token).get("/api/tokens"), 403);
        baton.admin().delete("/api/tokens/" + issued.get("id").asText(), null).expect(204);
        Problem.of(baton.withToken(token).get("/api/tasks"), 401);
        Problem.of(baton.admin().delete("/api/tokens/" + issued.get("id").asText(), null), 404);
    }

    @OnBothDatabases
    void aTokenIsShownOnceAndKeptAsAHashOnly(Baton baton) {
        JsonNode issued = issue(baton, "worker-2");
        String secret = issued.get("token").asText();
        String list = baton.admin().get("/api/tokens").expect(200).body();
        assertThat(list).contains(issued.get("id").asText()).doesNotContain(secret);
        JsonNode known = Json.list(Json.read(list)).stream()
                .filter(t -> t.get("id").equals(issued.get("id")))
                .findFirst()
                .orElseThrow();
        assertThat(known.get("user").asText()).isEqualTo("worker-2");
        assertThat(known.get("name").asText()).isEqualTo("laptop");
        assertThat(known.get("createdBy").asText()).isEqualTo("admin");
        String row = baton.sql()
                .sql("SELECT * FROM api_token WHERE id=?")
                .param(issued.get("id").asText())
                .query()
                .listOfRows()
                .toString();
        assertThat(row).doesNotContain(secret).doesNotContain(secret.substring("baton_".length()));
    }

    @OnBothDatabases
    void tokensAreForAdmins(Baton baton) {
        for (String user : List.of("human", "lead", "worker-1")) {
            Problem.of(baton.as(user).post("/api/tokens", "{\"user\":\"admin\",\"name\":\"x\"}"), 403);
            Problem.of(baton.as(user).get("/api/tokens"), 403);
            Problem.of(baton.as(user).delete("/api/tokens/x", null), 403);
        }
    }

    @OnBothDatabases
    void aTokenHasAUserWhoExistsAndAName(Baton baton) {
        Problem.of(baton.admin().post("/api/tokens", "{\"user\":\"nobody\",\"name\":\"x\"}"), 422);
        for (String body : List.of(
                "{}",
                "{\"user\":\"worker-1\"}",
                "{\"name\":\"x\"}",
                "{\"user\":\"worker-1\",\"name\":\" \"}",
                "{\"user\":\"worker-1\",\"name\":\"%s\"}".formatted("x".repeat(256)),
                "{\"user\":\"worker-1\",\"name\":\"x\",\"groups\":[\"admin\"]}")) {
            Problem.of(baton.admin().post("/api/tokens", body), 400);
        }
    }

    private static JsonNode issue(Baton baton, String user) {
        return baton.admin()
                .post("/api/tokens", "{\"user\":\"%s\",\"name\":\"laptop\"}".formatted(user))
                .expect(201)
                .json();
    }
}
