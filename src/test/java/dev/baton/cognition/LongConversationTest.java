package dev.baton.cognition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Actor;
import dev.baton.json.Json;
import dev.baton.move.MoveRequest;
import dev.baton.move.Tasks;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.SmallBaton;
import dev.baton.testing.Thinker;
import dev.baton.testing.TripCounter;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The cost of a move and of a message does not depend on the number of earlier messages. */
class LongConversationTest {

    private static final Actor ADMIN = Actor.of("admin", Set.of("admin"));

    @ParameterizedTest
    @EnumSource(Database.class)
    void earlierMessagesAreNeitherReadNorWrittenAgain(Database database) {
        Baton baton = SmallBaton.on(database);
        Thinker thinker = new Thinker(baton.admin());
        String quiet = thinker.acting("tool_call", "tool_call", "tool_call");
        String busy = thinker.acting("tool_call", "tool_call", "tool_call");
        for (int batch = 0; batch < 10; batch++) {
            appendMessages(baton, busy, 1000);
        }
        assertThat(baton.bean(dev.baton.ledger.TaskRecords.class).count(busy, "messages"))
                .isEqualTo(10_000);
        warmUp(baton, thinker);

        List<String> withoutMessages = TripCounter.during(() -> completeStep(baton, quiet));
        List<String> withMessages = TripCounter.during(() -> completeStep(baton, busy));
        assertThat(withMessages).as(String.join("\n", withMessages)).hasSameSizeAs(withoutMessages);
        assertThat(withMessages).noneMatch(trip -> trip.contains("SELECT * FROM task_record"));
        assertThat(dataLength(baton, busy)).isEqualTo(dataLength(baton, quiet));

        List<String> appending = TripCounter.during(() -> baton.bean(Messages.class)
                .append(busy, Json.object().put("role", "user").put("text", "one more"), ADMIN));
        List<String> writes = appending.stream()
                .filter(trip -> trip.startsWith("INSERT") || trip.startsWith("UPDATE"))
                .toList();
        assertThat(writes).as(String.join("\n", appending)).hasSize(2).noneMatch(write -> write.contains("UPDATE"));
        assertThat(writes.get(0)).startsWith("INSERT INTO task_record");
        assertThat(writes.get(1)).as("the event").startsWith("INSERT INTO task_event");

        assertThat(thinker.context(busy).get("messages")).hasSize(10);
        assertThat(thinker.context(busy).get("messages").get(9).get("text").asText())
                .isEqualTo("one more");
        if (database == Database.H2) {
            assertLastNumberIsReadFromIndex(baton, busy);
        }
    }

    /** H2's EXPLAIN ANALYZE shows the number of rows read; PostgreSQL uses the index for this query anyway. */
    private static void assertLastNumberIsReadFromIndex(Baton baton, String id) {
        String plan = baton.sql()
                .sql("EXPLAIN ANALYZE SELECT number FROM task_record WHERE task_id=? AND name='messages'"
                        + " ORDER BY task_id DESC, name DESC, number DESC LIMIT 1")
                .param(id)
                .query(String.class)
                .single();
        assertThat(plan).contains("scanCount: 1 ").contains("index sorted");
    }

    private static void appendMessages(Baton baton, String id, int messages) {
        List<dev.baton.ledger.TaskRecord> batch = java.util.stream.IntStream.range(0, messages)
                .mapToObj(i -> new dev.baton.ledger.TaskRecord(
                        "messages",
                        0,
                        java.time.Instant.now(),
                        "admin",
                        Json.object().put("role", "user").put("text", "message " + i)))
                .toList();
        baton.bean(dev.baton.move.TransactionRunner.class).inTransaction(() -> {
            var ledger = baton.bean(dev.baton.ledger.Ledger.class);
            ledger.append(ledger.lock(id).orElseThrow(), batch);
            return null;
        });
    }

    private static void warmUp(Baton baton, Thinker thinker) {
        String id = thinker.acting("tool_call", "tool_call");
        completeStep(baton, id);
    }

    private static void completeStep(Baton baton, String id) {
        var payload = Json.object().put("result", "done");
        payload.putArray("messages").addObject().put("role", "tool").put("text", "done");
        baton.bean(Tasks.class).move(id, MoveRequest.trigger("TOOL_CALL_COMPLETED", payload), ADMIN, false);
    }

    private static int dataLength(Baton baton, String id) {
        return baton.sql()
                .sql("SELECT LENGTH(data) FROM task WHERE id=?")
                .param(id)
                .query(Integer.class)
                .single();
    }
}
