package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.AlsoWithoutFastPath;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.camunda.bpm.engine.impl.util.ClockUtil;

@AlsoWithoutFastPath
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
    void everybodyIssuesListsAndRevokesTheirOwn(Baton baton) {
        String id = null;
        for (String user : List.of("worker-1", "intern")) {
            JsonNode own = baton.as(user)
                    .post("/api/tokens", wish(user, ""))
                    .expect(201)
                    .json();
            id = own.get("id").asText();
            baton.withToken(own.get("token").asText()).get("/api/tasks?limit=1").expect(200);
            List<JsonNode> listed =
                    Json.list(baton.as(user).get("/api/tokens").expect(200).json());
            assertThat(listed).extracting(t -> t.get("user").asText()).containsOnly(user);
            assertThat(listed).extracting(t -> t.get("id").asText()).contains(id);
        }
        Problem.of(baton.as("worker-1").delete("/api/tokens/" + id, null), 404);
        baton.as("intern").delete("/api/tokens/" + id, null).expect(204);
    }

    @OnBothDatabases
    void onlyAdminsIssueAndSeeThoseOfOthers(Baton baton) {
        String id = issue(baton, "worker-2").get("id").asText();
        for (String user : List.of("human", "lead", "worker-1")) {
            Problem.of(baton.as(user).post("/api/tokens", wish("admin", "")), 403);
            Problem.of(baton.as(user).post("/api/tokens", wish("nobody", "")), 403);
            Problem.of(baton.as(user).delete("/api/tokens/" + id, null), 404);
            assertThat(baton.as(user).get("/api/tokens").expect(200).body()).doesNotContain(id);
        }
        assertThat(baton.as("worker-2").get("/api/tokens").expect(200).body()).contains(id);
        Problem.of(baton.anonymous().get("/api/tokens"), 401);
        baton.as("worker-2").delete("/api/tokens/" + id, null).expect(204);
    }

    @OnBothDatabases
    void aTokenExpires(Baton baton) {
        JsonNode usual = issue(baton, "worker-1");
        assertThat(Instant.parse(usual.get("expiresAt").asText()))
                .isCloseTo(Instant.now().plus(Duration.ofDays(90)), within(1, ChronoUnit.MINUTES));
        JsonNode brief = baton.admin()
                .post("/api/tokens", wish("worker-1", ",\"expiresIn\":\"PT1H\""))
                .expect(201)
                .json();
        assertThat(Instant.parse(brief.get("expiresAt").asText()))
                .isCloseTo(Instant.now().plus(Duration.ofHours(1)), within(1, ChronoUnit.MINUTES));
        Caller caller = baton.withToken(brief.get("token").asText());
        caller.get("/api/tasks?limit=1").expect(200);
        ClockUtil.offset(Duration.ofMinutes(61).toMillis());
        Problem.of(caller.get("/api/tasks?limit=1"), 401);
        baton.withToken(usual.get("token").asText()).get("/api/tasks?limit=1").expect(200);
        assertThat(known(baton, brief).get("expiresAt")).isEqualTo(brief.get("expiresAt"));
    }

    @OnBothDatabases
    void theTimeIsADurationWithinTheLimit(Baton baton) {
        for (String bad : List.of("soon", "90", "P1Y", "")) {
            Problem refusal = Problem.of(
                    baton.admin().post("/api/tokens", wish("worker-1", ",\"expiresIn\":\"" + bad + "\"")), 400);
            assertThat(refusal.about("field")).containsExactly("expiresIn");
        }
        for (String bad : List.of("PT0S", "-P1D", "P367D", "PT9223372036854775807S")) {
            Problem refusal = Problem.of(
                    baton.admin().post("/api/tokens", wish("worker-1", ",\"expiresIn\":\"" + bad + "\"")), 422);
            assertThat(refusal.about("field")).containsExactly("expiresIn");
        }
    }

    @OnBothDatabases
    void aTokenThatIsIssuedWithATokenDoesNotOutliveIt(Baton baton) {
        JsonNode brief = baton.as("worker-1")
                .post("/api/tokens", wish("worker-1", ",\"expiresIn\":\"PT1H\""))
                .expect(201)
                .json();
        Caller caller = baton.withToken(brief.get("token").asText());
        Problem.of(caller.post("/api/tokens", wish("worker-1", ",\"expiresIn\":\"PT2H\"")), 422);
        JsonNode next =
                caller.post("/api/tokens", wish("worker-1", "")).expect(201).json();
        assertThat(Instant.parse(next.get("expiresAt").asText()))
                .isCloseTo(Instant.parse(brief.get("expiresAt").asText()), within(1, ChronoUnit.MILLIS));
    }

    @OnBothDatabases
    void aTokenSaysWhenItWasLastUsed(Baton baton) {
        JsonNode issued = issue(baton, "worker-1");
        assertThat(known(baton, issued).get("lastUsedAt").isNull()).isTrue();
        baton.withToken(issued.get("token").asText()).get("/api/tasks?limit=1").expect(200);
        Instant used = Instant.parse(known(baton, issued).get("lastUsedAt").asText());
        assertThat(used).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
        ClockUtil.offset(Duration.ofHours(5).toMillis());
        baton.withToken(issued.get("token").asText()).get("/api/tasks?limit=1").expect(200);
        assertThat(Instant.parse(known(baton, issued).get("lastUsedAt").asText()))
                .isCloseTo(Instant.now().plus(Duration.ofHours(5)), within(1, ChronoUnit.MINUTES));
    }

    @OnBothDatabases
    void aUserHasAHundredTokensAtMost(Baton baton) {
        String user = newUser(baton);
        for (int i = 0; i < 100; i++) {
            issue(baton, user);
        }
        Problem.of(baton.admin().post("/api/tokens", wish(user, "")), 409);
        ClockUtil.offset(Duration.ofDays(91).toMillis());
        issue(baton, user);
    }

    @OnBothDatabases
    void tokensDieWithTheirUserAndANewOneOfTheSameNameHasNone(Baton baton) {
        String user = newUser(baton);
        JsonNode issued = issue(baton, user);
        Caller caller = baton.withToken(issued.get("token").asText());
        caller.get("/api/tasks?limit=1").expect(200);
        baton.admin().delete("/engine-rest/user/" + user, null).expect(204);
        assertThat(rows(baton, user)).isZero();
        Problem.of(caller.get("/api/tasks?limit=1"), 401);
        create(baton, user);
        Problem.of(caller.get("/api/tasks?limit=1"), 401);
    }

    @OnBothDatabases
    void noneIsInheritedFromAUserWhoWasDeletedPastTheServerEither(Baton baton) {
        String user = newUser(baton);
        Caller caller = baton.withToken(issue(baton, user).get("token").asText());
        baton.sql()
                .sql("DELETE FROM act_ru_authorization WHERE user_id_ = ?")
                .param(user)
                .update();
        baton.sql().sql("DELETE FROM act_id_user WHERE id_ = ?").param(user).update();
        assertThat(rows(baton, user)).isEqualTo(1);
        create(baton, user);
        assertThat(rows(baton, user)).isZero();
        Problem.of(caller.get("/api/tasks?limit=1"), 401);
    }

    @OnBothDatabases
    void aDeletionThatIsRefusedLeavesTheTokens(Baton baton) {
        JsonNode issued = issue(baton, "admin");
        baton.admin().delete("/engine-rest/user/admin", null).expect(400);
        baton.as("lead").delete("/engine-rest/user/admin", null).expect(403);
        baton.withToken(issued.get("token").asText()).get("/api/tokens").expect(200);
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
                "{\"user\":\"worker-1\",\"name\":\"x\",\"lifecycles\":[]}",
                "{\"user\":\"worker-1\",\"name\":\"x\",\"lifecycles\":[null]}",
                "{\"user\":\"worker-1\",\"name\":\"x\",\"readOnly\":\"perhaps\"}",
                "{\"user\":\"worker-1\",\"name\":\"x\",\"groups\":[\"admin\"]}")) {
            Problem.of(baton.admin().post("/api/tokens", body), 400);
        }
    }

    private static String wish(String user, String more) {
        return "{\"user\":\"%s\",\"name\":\"laptop\"%s}".formatted(user, more);
    }

    private static JsonNode known(Baton baton, JsonNode issued) {
        return Json.list(baton.admin().get("/api/tokens").expect(200).json()).stream()
                .filter(t -> t.get("id").equals(issued.get("id")))
                .findFirst()
                .orElseThrow();
    }

    private static int rows(Baton baton, String user) {
        return baton.sql()
                .sql("SELECT COUNT(*) FROM api_token WHERE user_id = ?")
                .param(user)
                .query(Integer.class)
                .single();
    }

    private static String newUser(Baton baton) {
        String user = "u-" + Baton.newId();
        create(baton, user);
        return user;
    }

    private static void create(Baton baton, String user) {
        baton.admin()
                .post(
                        "/engine-rest/user/create",
                        "{\"profile\":{\"id\":\"%s\"},\"credentials\":{\"password\":\"a long enough one\"}}"
                                .formatted(user))
                .expect(204);
    }

    private static JsonNode issue(Baton baton, String user) {
        return baton.admin()
                .post("/api/tokens", "{\"user\":\"%s\",\"name\":\"laptop\"}".formatted(user))
                .expect(201)
                .json();
    }
}
