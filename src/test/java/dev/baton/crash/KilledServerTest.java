package dev.baton.crash;

import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import dev.baton.testing.ServerProcess;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After the server was killed, every answered request has taken effect, and the others completely or not at all. */
class KilledServerTest {

    /** {@code -Dkill.rounds=10} kills it more often. */
    private static final int ROUNDS = Integer.getInteger("kill.rounds", 1);

    @TempDir
    private Path folder;

    @Test
    void nothingIsLostOrHalfDoneOnH2() {
        survives(Database.H2.prepared(), ROUNDS);
    }

    @Test
    void nothingIsLostOrHalfDoneOnPostgres() {
        survives(Database.POSTGRES.prepared(), ROUNDS);
    }

    /** In the first round, errands, agents and pipelines are interrupted by the same kill; in the others errands. */
    private void survives(Map<String, String> database, int rounds) {
        Map<String, String> settings = new HashMap<>(database);
        settings.put("spring.profiles.active", "demo");
        settings.put("baton.demo.tasks", "false");
        settings.put("baton.lifecycles", "classpath:/bpmn,classpath:/lifecycles");
        ServerProcess server = ServerProcess.start(folder, settings);
        try {
            ErrandsAtWork errands = new ErrandsAtWork();
            List<InterruptedWork> all = List.of(errands, new AgentsAtWork(server), new PipelinesAtWork());
            for (int round = 1; round <= rounds; round++) {
                List<InterruptedWork> now = round == 1 ? all : List.of(errands);
                workUntilKilled(server, now);
                server = ServerProcess.start(folder, settings);
                for (InterruptedWork work : now) {
                    work.isIntact(server);
                }
            }
            errands.goOn(server);
        } finally {
            server.kill();
        }
    }

    private static void workUntilKilled(ServerProcess server, List<InterruptedWork> all) {
        List<Callable<Void>> crowd = new ArrayList<>();
        all.forEach(
                work -> work.workers(server).forEach(worker -> crowd.add(() -> repeatUntilTheServerIsGone(worker))));
        crowd.add(() -> {
            Crowd.waitUntil("enough is answered", 120, () -> all.stream().allMatch(InterruptedWork::isEnough));
            server.kill();
            return null;
        });
        Crowd.of(crowd);
    }

    private static Void repeatUntilTheServerIsGone(Runnable worker) {
        try {
            while (true) {
                worker.run();
            }
        } catch (UncheckedIOException gone) {
            return null; // the server was killed
        }
    }
}
