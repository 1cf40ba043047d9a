package dev.baton.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Caller;
import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import dev.baton.testing.PipelineRun;
import dev.baton.testing.ServerProcess;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After the server was killed, the checkpoints of runs are consistent and the runs continue from them. */
class KilledPipelineTest {

    private static final int WORKERS = 6;
    private static final String COST = "0.01";

    @TempDir
    private Path folder;

    private final Map<PipelineRun, JsonNode> lastSeen = new ConcurrentHashMap<>();
    private final AtomicInteger answered = new AtomicInteger();

    @Test
    void checkpointsAreTrueOnH2() {
        survives(Database.h2(folder.resolve("baton").toString()));
    }

    @Test
    void checkpointsAreTrueOnPostgres() {
        survives(Map.of(
                "spring.datasource.url", Database.newPostgres(),
                "spring.datasource.username", "postgres",
                "spring.datasource.password", "postgres"));
    }

    private void survives(Map<String, String> database) {
        Map<String, String> settings = new HashMap<>(database);
        settings.put("spring.profiles.active", "demo");
        settings.put("baton.demo.tasks", "false");
        ServerProcess first = ServerProcess.start(folder, settings);
        Crowd.of(WORKERS + 1, i -> {
            if (i < WORKERS) {
                workUntilTheServerIsGone(first.as("admin", "demo"));
            } else {
                Crowd.waitUntil("enough is answered", 60, () -> answered.get() >= 80);
                first.kill();
            }
            return null;
        });
        ServerProcess second = ServerProcess.start(folder, settings);
        try {
            Caller admin = second.as("admin", "demo");
            lastSeen.forEach((run, seen) -> {
                isTrue(run.as(admin), seen);
                goesOn(run.as(admin));
            });
        } finally {
            second.kill();
        }
    }

    /** Fails, escalates, succeeds, is cancelled and taken up again, over and over. */
    private void workUntilTheServerIsGone(Caller admin) {
        try {
            while (true) {
                PipelineRun run = PipelineRun.executing(admin, "bugfix", "{}");
                seen(run);
                for (int i = 0; i < 4; i++) {
                    run.fail("failure " + i, COST).expect(200);
                    seen(run);
                }
                run.succeed("reproduced", COST).expect(200);
                seen(run);
                run.cancel("pause").expect(200);
                seen(run);
                PipelineRun next = run.resumed("{}");
                seen(next);
                next.succeed("fixed", COST).expect(200);
                seen(next);
            }
        } catch (UncheckedIOException gone) {
            // the server was killed
        }
    }

    private void seen(PipelineRun run) {
        lastSeen.put(run, run.checkpoint());
        answered.incrementAndGet();
    }

    /** Every answered report is there, at most one unanswered report more, and nothing is partly written. */
    private static void isTrue(PipelineRun run, JsonNode seen) {
        JsonNode checkpoint = run.checkpoint();
        List<String> way = run.way();
        assertThat(checkpoint.get("state").asText()).isEqualTo(run.state()).isEqualTo(way.get(way.size() - 1));
        BigDecimal more = checkpoint
                .get("cost_total_usd")
                .decimalValue()
                .subtract(seen.get("cost_total_usd").decimalValue());
        assertThat(more.doubleValue()).isIn(0.0, Double.parseDouble(COST));
        BigDecimal carried = checkpoint.get("resumed_from").isNull()
                ? BigDecimal.ZERO
                : new PipelineRun(run.caller(), checkpoint.get("resumed_from").asText())
                        .checkpoint()
                        .get("cost_total_usd")
                        .decimalValue();
        BigDecimal reported = run.records("failures").stream()
                .map(failure -> failure.get("costUsd").decimalValue())
                .reduce(carried, BigDecimal::add);
        reported = run.records("outputs").stream()
                .map(output -> output.get("costUsd").decimalValue())
                .reduce(reported, BigDecimal::add);
        assertThat(checkpoint.get("cost_total_usd").decimalValue()).isEqualByComparingTo(reported);
        JsonNode line =
                run.records("checkpoints").get(run.records("checkpoints").size() - 1);
        for (String field : List.of("state", "current_phase", "cost_total_usd")) {
            assertThat(line.get(field)).as(field).isEqualTo(checkpoint.get(field));
        }
        if (more.signum() == 0 && seen.get("state").equals(checkpoint.get("state"))) {
            for (String field : List.of("state", "current_phase", "attempt", "tier", "strategy", "failures")) {
                assertThat(checkpoint.get(field)).as(field).isEqualTo(seen.get(field));
            }
        }
    }

    /** From wherever it was left, to the end. */
    private static void goesOn(PipelineRun run) {
        PipelineRun going = run;
        while (going.state().equals("stopped")) {
            JsonNode newer = going.checkpoint().get("resumed_by");
            going = newer.isNull() ? going.resumed("{}") : new PipelineRun(going.caller(), newer.asText());
        }
        while (going.state().equals("executing")) {
            going.succeed("done", COST).expect(200);
        }
        if (going.state().equals("verifying")) {
            going.verify().expect(200);
        }
        assertThat(going.state()).isEqualTo("completed");
    }
}
