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

/** Ten thousand messages cost the next event and the next message nothing: none of them is read or written again. */
class LongConversationTest {

    private static final Actor ADMIN = Actor.of("admin", Set.of("admin"));

    @ParameterizedTest
    @EnumSource(Database.class)
    void whatWasSaidDoesNotWeighOnWhatComesNext(Database database) {
        Baton baton = SmallBaton.on(database);
        Thinker thinker = new Thinker(baton.admin());
        String quiet = thinker.acting("tool_call", "tool_call", "tool_call");
        String busy = thinker.acting("tool_call", "tool_call", "tool_call");
        for (int batch = 0; batch < 10; batch++) {
            talk(baton, busy, 1000);
        }
        assertThat(baton.bean(dev.baton.ledger.TaskRecords.class).count(busy, "messages"))
                .isEqualTo(10_000);
        warmUp(baton, thinker);

        List<String> cheap = TripCounter.during(() -> stepEnds(baton, quiet));
        List<String> after = TripCounter.during(() -> stepEnds(baton, busy));
        assertThat(after).as(String.join("\n", after)).hasSameSizeAs(cheap);
        assertThat(after).noneMatch(trip -> trip.contains("SELECT * FROM task_record"));
        assertThat(size(baton, busy)).isEqualTo(size(baton, quiet));

        List<String> said = TripCounter.during(() -> baton.bean(Messages.class)
                .append(busy, Json.object().put("role", "user").put("text", "one more"), ADMIN));
        assertThat(said.stream().filter(trip -> !trip.startsWith("SELECT") && !trip.equals("commit")))
                .as(String.join("\n", said))
                .singleElement()
                .asString()
                .startsWith("INSERT INTO task_record")
                .doesNotContain("UPDATE");

        assertThat(thinker.context(busy).get("messages")).hasSize(100);
        assertThat(thinker.context(busy).get("messages").get(99).get("text").asText())
                .isEqualTo("one more");
        if (database == Database.H2) {
            theLastNumberIsFoundAtOnce(baton, busy);
        }
    }

    /** H2 tells how many rows it looked at; PostgreSQL reads the end of the index without being asked. */
    private static void theLastNumberIsFoundAtOnce(Baton baton, String id) {
        String plan = baton.sql()
                .sql("EXPLAIN ANALYZE SELECT number FROM task_record WHERE task_id=? AND name='messages'"
                        + " ORDER BY task_id DESC, name DESC, number DESC LIMIT 1")
                .param(id)
                .query(String.class)
                .single();
        assertThat(plan).contains("scanCount: 1 ").contains("index sorted");
    }

    private static void talk(Baton baton, String id, int messages) {
        List<dev.baton.ledger.TaskRecord> batch = java.util.stream.IntStream.range(0, messages)
                .mapToObj(i -> new dev.baton.ledger.TaskRecord(
                        "messages",
                        0,
                        java.time.Instant.now(),
                        "admin",
                        Json.object().put("role", "user").put("text", "message " + i)))
                .toList();
        baton.bean(dev.baton.move.TransactionRunner.class).inTransaction(false, () -> {
            baton.bean(dev.baton.ledger.Ledger.class).append(id, batch);
            return null;
        });
    }

    private static void warmUp(Baton baton, Thinker thinker) {
        String id = thinker.acting("tool_call", "tool_call");
        stepEnds(baton, id);
    }

    private static void stepEnds(Baton baton, String id) {
        var payload = Json.object().put("result", "done");
        payload.putArray("messages").addObject().put("role", "tool").put("text", "done");
        baton.bean(Tasks.class).move(id, MoveRequest.trigger("TOOL_CALL_COMPLETED", payload), ADMIN, false);
    }

    private static int size(Baton baton, String id) {
        return baton.sql()
                .sql("SELECT LENGTH(data) FROM task WHERE id=?")
                .param(id)
                .query(Integer.class)
                .single();
    }
}
