package dev.baton.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Caller;
import dev.baton.testing.PipelineRun;
import dev.baton.testing.ServerProcess;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs of pipelines. Their checkpoints are consistent afterwards, and the runs continue from them. */
final class PipelinesAtWork implements InterruptedWork {

    private static final int WORKERS = 6;
    private static final int ANSWERS = 40;
    private static final String COST = "0.01";

    private final Map<PipelineRun, JsonNode> lastSeen = new ConcurrentHashMap<>();
    private final AtomicInteger answered = new AtomicInteger();

    @Override
    public List<Runnable> workers(ServerProcess server) {
        return Collections.nCopies(WORKERS, () -> live(server.as("admin", "demo")));
    }

    @Override
    public boolean isEnough() {
        return answered.get() >= ANSWERS;
    }

    @Override
    public void isIntact(ServerProcess restarted) {
        Caller admin = restarted.as("admin", "demo");
        lastSeen.forEach((run, seen) -> {
            isTrue(run.as(admin), seen);
            goesOn(run.as(admin));
        });
    }

    /** Fails, escalates, succeeds, is cancelled and taken up again. */
    private void live(Caller admin) {
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
