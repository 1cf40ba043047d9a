package dev.baton.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.json.Json;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** PostgreSQL stores a large document apart from the row of its task, and writes it anew if an update names it. */
class LargeDocumentTest {

    private static final int SIZE = 40_000;

    @Test
    void aMoveThatChangesNoDataLeavesTheStoredDocumentAlone() {
        try (Baton baton = Baton.start(Database.POSTGRES.prepared())) {
            String id = Baton.newId();
            String text = incompressible();
            baton.as("worker-1")
                    .post(
                            "/api/tasks",
                            Json.object()
                                    .put("lifecycle", "work-queue")
                                    .put("id", id)
                                    .set("data", Json.object().put("input", text))
                                    .toString())
                    .expect(201);
            String stored = storedAt(baton, id);
            move(baton, id, "{\"trigger\":\"claim\"}");
            move(baton, id, "{\"trigger\":\"start\",\"leaseEpoch\":1}");
            assertThat(storedAt(baton, id)).isNotNull().isEqualTo(stored);
            move(baton, id, "{\"trigger\":\"succeed\",\"leaseEpoch\":1,\"payload\":{\"exitCode\":0}}");
            assertThat(storedAt(baton, id)).isNotNull().isNotEqualTo(stored);
            JsonNode task = baton.admin().get("/api/tasks/" + id).expect(200).json();
            assertThat(task.at("/data/input").asText()).isEqualTo(text);
            assertThat(task.at("/data/exitCode").asInt(-1)).isZero();
        }
    }

    private static void move(Baton baton, String id, String move) {
        baton.as("worker-1").post("/api/tasks/" + id + "/transitions", move).expect(200);
    }

    private static String storedAt(Baton baton, String id) {
        return baton.sql()
                .sql("SELECT pg_column_toast_chunk_id(data) FROM task WHERE id = ?")
                .param(id)
                .query(String.class)
                .single();
    }

    /** PostgreSQL would keep a text that it can compress in the row. */
    private static String incompressible() {
        return new Random(1)
                .ints(SIZE, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
