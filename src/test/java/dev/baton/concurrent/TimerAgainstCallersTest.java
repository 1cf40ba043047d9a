package dev.baton.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.AlsoWithoutFastPath;
import dev.baton.testing.Baton;
import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import dev.baton.testing.Errand;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Quick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.camunda.bpm.engine.ManagementService;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.cmd.AcquireJobsCmd;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.jobexecutor.ExecuteJobHelper;
import org.camunda.bpm.engine.impl.jobexecutor.JobExecutor;
import org.camunda.bpm.engine.impl.jobexecutor.JobExecutorContext;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A time-out and a caller move the same task at the same time. */
@AlsoWithoutFastPath
class TimerAgainstCallersTest {

    private static final int CALLERS = 15;

    @AfterEach
    void resetClock() {
        ClockUtil.reset();
    }

    @OnBothDatabases
    void exactlyOneWins(Baton baton) {
        for (int round = 0; round < Quick.times(15, 3); round++) {
            Errand errand = Errand.create(baton);
            String job = job(baton, errand);
            List<Callable<Boolean>> rivals = new ArrayList<>();
            rivals.add(() -> fires(baton, job));
            for (int i = 0; i < CALLERS; i++) {
                String trigger = i % 2 == 0 ? "take" : "drop";
                rivals.add(() -> succeeds(baton, errand, trigger));
            }
            assertThat(Crowd.of(rivals)).containsOnlyOnce(true);
            assertThat(errand.history()).hasSize(2);
            errand.isConsistent();
        }
    }

    private static String job(Baton baton, Errand errand) {
        return baton.engine()
                .getManagementService()
                .createJobQuery()
                .processInstanceId(errand.instance())
                .singleResult()
                .getId();
    }

    private static boolean succeeds(Baton baton, Errand errand, String trigger) {
        var answer = errand.move(baton.admin(), trigger, UUID.randomUUID().toString());
        assertThat(answer.status()).as(answer.body()).isIn(200, 409);
        return answer.status() == 200;
    }

    private static boolean fires(Baton baton, String job) {
        ManagementService management = baton.engine().getManagementService();
        try {
            management.executeJob(job);
            return true;
        } catch (RuntimeException late) {
            return false; // the token has moved, so the job is gone; the task's state shows who was first
        }
    }

    @ParameterizedTest
    @EnumSource
    void theJobExecutorFiresWhatIsDueAndNothingElse(Database database) {
        try (Baton baton = Baton.start(database.prepared(), Map.of("camunda.bpm.job-execution.enabled", "true"))) {
            List<Errand> errands =
                    IntStream.range(0, 40).mapToObj(i -> Errand.create(baton)).toList();
            ClockUtil.setCurrentTime(
                    new Date(System.currentTimeMillis() + Duration.ofHours(25).toMillis()));
            List<Boolean> taken = Crowd.of(20, i -> succeeds(baton, errands.get(i), "take"));
            Crowd.waitUntil(
                    "no task is open",
                    60,
                    () -> errands.stream().noneMatch(e -> e.state().equals("open")));
            for (int i = 0; i < errands.size(); i++) {
                boolean wasTaken = i < taken.size() && taken.get(i);
                assertThat(errands.get(i).state()).isEqualTo(wasTaken ? "working" : "expired");
                assertThat(errands.get(i).history()).hasSize(2);
                errands.get(i).isConsistent();
            }
            aTimerThatADeadServerHadTakenFiresSoon(baton);
        }
    }

    private static void aTimerThatADeadServerHadTakenFiresSoon(Baton baton) {
        var engine = (ProcessEngineConfigurationImpl) baton.engine().getProcessEngineConfiguration();
        JobExecutor executor = engine.getJobExecutor();
        executor.shutdown();
        Errand errand = Errand.create(baton);
        String job = job(baton, errand);
        later(Duration.ofHours(25));
        assertThat(engine.getCommandExecutorTxRequired()
                        .execute(new AcquireJobsCmd(executor))
                        .contains(job))
                .isTrue();
        executor.start();
        later(Duration.ofSeconds(14));
        Crowd.waitUntil("another server fires it", 10, () -> errand.state().equals("expired"));
        whatTheOtherDidIsNotDoneAgain(engine, job);
        assertThat(errand.history()).hasSize(2);
        errand.isConsistent();
    }

    /** The server was only paused, and goes on with the timer that it had taken. */
    private static void whatTheOtherDidIsNotDoneAgain(ProcessEngineConfigurationImpl engine, String job) {
        Context.setJobExecutorContext(new JobExecutorContext());
        try {
            ExecuteJobHelper.executeJob(job, engine.getCommandExecutorTxRequired());
        } finally {
            Context.removeJobExecutorContext();
        }
    }

    private static void later(Duration time) {
        ClockUtil.setCurrentTime(new Date(ClockUtil.getCurrentTime().getTime() + time.toMillis()));
    }
}
