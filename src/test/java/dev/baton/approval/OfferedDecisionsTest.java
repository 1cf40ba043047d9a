package dev.baton.approval;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Governed;
import org.junit.jupiter.api.Test;

/** People are offered the decisions that they can take, and the states that can follow. */
class OfferedDecisionsTest {

    private final Baton baton = Baton.on(Database.H2);

    @Test
    void whoeverAskedCanOnlyWithdraw() {
        String id = baton.create("governed", "{}");
        baton.as("lead").move(id, "assign", "{\"assigneeIds\":[\"worker-1\"]}").expect(200);
        baton.as("worker-1").move(id, "start", Governed.PLAN).expect(200);
        baton.as("worker-1")
                .move(id, "request-approval", "{\"reason\":\"May I?\",\"risk\":\"RED\"}")
                .expect(200);

        assertThat(schema("human", id, "decision").get("enum").toString())
                .isEqualTo("[\"approved\",\"denied\",\"withdrawn\"]");
        assertThat(schema("human", id, "to").get("enum").toString()).contains("IN_PROGRESS", "INBOX");
        assertThat(decide("worker-1", id).get("permitted").asBoolean()).isTrue();
        assertThat(schema("worker-1", id, "decision").get("enum").toString()).isEqualTo("[\"withdrawn\"]");
        assertThat(decide("intern", id).get("permitted").asBoolean()).isFalse();
        assertThat(baton.as("human")
                        .get("/api/tasks/" + id + "/transitions")
                        .json()
                        .get("dueAt")
                        .isNull())
                .isFalse();
    }

    private JsonNode schema(String user, String id, String artifact) {
        for (JsonNode one : decide(user, id).get("artifacts")) {
            if (one.get("name").asText().equals(artifact)) {
                return one.get("schema");
            }
        }
        throw new AssertionError(artifact);
    }

    private JsonNode decide(String user, String id) {
        for (JsonNode option : baton.as(user)
                .get("/api/tasks/" + id + "/transitions")
                .expect(200)
                .json()
                .get("transitions")) {
            if (option.get("trigger").asText().equals("decide")) {
                return option;
            }
        }
        throw new AssertionError("decide");
    }
}
