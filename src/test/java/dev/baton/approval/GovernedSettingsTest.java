package dev.baton.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.engine.StartRefused;
import dev.baton.task.Policy;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Governed;
import java.time.Duration;
import java.util.Date;
import java.util.Map;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the settings change, and settings that make no sense. */
class GovernedSettingsTest {

    @AfterEach
    void now() {
        ClockUtil.reset();
    }

    @Test
    void everySettingIsKept() {
        try (Baton baton = Baton.start(
                Database.H2.settings(),
                Map.of(
                        "baton.policy.governed.leadMayApprove", "true",
                        "baton.policy.governed.maxReviewCycles", "1",
                        "baton.policy.governed.maxToolFailures", "2",
                        "baton.policy.governed.budgetUsd", "1",
                        "baton.policy.governed.approvalExpiry", "PT5M"))) {
            leadsAcceptWorkOfOthers(baton);
            String returned = Governed.in(baton, "REVIEW");
            Governed.move(baton, "lead", returned, "request-changes", Governed.FEEDBACK);
            assertThat(baton.state(returned)).isEqualTo("BLOCKED");
            String failing = Governed.in(baton, "IN_PROGRESS");
            Governed.run(baton, "worker-1", failing, "1", "failed").expect(201);
            Governed.run(baton, "worker-1", failing, "0", "failed").expect(201);
            assertThat(baton.state(failing)).isEqualTo("BLOCKED");
            String dear = Governed.in(baton, "IN_PROGRESS");
            Governed.run(baton, "worker-1", dear, "1.01", "ok").expect(201);
            assertThat(baton.state(dear)).isEqualTo("NEEDS_APPROVAL");
            ClockUtil.setCurrentTime(
                    new Date(System.currentTimeMillis() + Duration.ofMinutes(6).toMillis()));
            baton.fireTimers(dear);
            assertThat(Governed.outcomes(baton, dear)).containsExactly("open", "expired", "open");
        }
    }

    private static void leadsAcceptWorkOfOthers(Baton baton) {
        String theirs = Governed.in(baton, "IN_PROGRESS", "lead");
        Governed.move(baton, "lead", theirs, "submit", Governed.WORK);
        baton.as("lead").move(theirs, "approve", Governed.NOTE).expect(403);
        String others = Governed.in(baton, "REVIEW");
        Governed.move(baton, "lead", others, "approve", Governed.NOTE);
        assertThat(baton.state(others)).isEqualTo("DONE");
    }

    @Test
    void settingsThatMakeNoSenseAreNotStartedWith() {
        for (Map.Entry<String, String> wrong : Map.of(
                        "maxReviewCycles", "0",
                        "maxToolFailures", "three",
                        "budgetUsd", "-1",
                        "approvalExpiry", "an hour")
                .entrySet()) {
            Policy policy = new Policy(Map.of("governed", Map.of(wrong.getKey(), wrong.getValue())));
            assertThatThrownBy(() -> new GovernedSettings(policy))
                    .as(wrong.toString())
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("baton.policy.governed." + wrong.getKey());
        }
    }
}
