package dev.baton.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Governed;
import dev.baton.testing.Workers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the settings under {@code baton.policy} change. */
class SettingsTest {

    @AfterEach
    void resetClock() {
        ClockUtil.reset();
    }

    @Test
    void everySettingIsKept() {
        try (Baton baton = Baton.start(
                Database.H2.prepared(),
                Map.of(
                        "baton.policy.work-queue.claimTimeout", "PT3M",
                        "baton.policy.work-queue.progressTimeout", "PT20M",
                        "baton.policy.work-queue.autoUnblock", "",
                        "baton.policy.work-queue.requireEvidence", "true",
                        "baton.policy.governed.leadMayApprove", "true",
                        "baton.policy.governed.maxReviewCycles", "1",
                        "baton.policy.governed.maxToolFailures", "2",
                        "baton.policy.governed.budgetUsd", "1",
                        "baton.policy.governed.approvalExpiry", "PT5M"))) {
            claimsAndWorkLastAsLongAsSettingsSay(baton);
            successNeedsAllItsEvidence(baton);
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

    private static void claimsAndWorkLastAsLongAsSettingsSay(Baton baton) {
        String id = Workers.claimed(baton, "worker-1");
        assertThat(lease(baton, id)).isCloseTo(now().plus(Duration.ofMinutes(3)), within(30, ChronoUnit.SECONDS));
        Workers.move(baton, "worker-1", id, "start", "{}").expect(200);
        assertThat(lease(baton, id)).isCloseTo(now().plus(Duration.ofMinutes(20)), within(30, ChronoUnit.SECONDS));
        String own = baton.create("work-queue", "{\"claimTimeout\":\"PT1H\"}");
        Workers.move(baton, "worker-1", own, "claim", "{}").expect(200);
        assertThat(lease(baton, own)).isCloseTo(now().plus(Duration.ofHours(1)), within(30, ChronoUnit.SECONDS));
    }

    private static void successNeedsAllItsEvidence(Baton baton) {
        String id = Workers.inProgress(baton, "worker-1");
        assertThat(Governed.fields(Workers.move(baton, "worker-1", id, "succeed", "{\"exitCode\":0}")
                        .expect(422)))
                .isEqualTo(List.of("commit", "merged"));
        Workers.move(baton, "worker-1", id, "succeed", "{\"exitCode\":0,\"commit\":\"4f2a9c1\",\"merged\":true}")
                .expect(200);
        assertThat(baton.state(id)).isEqualTo("completed");
    }

    private static Instant now() {
        return ClockUtil.getCurrentTime().toInstant();
    }

    private static Instant lease(Baton baton, String id) {
        return Instant.parse(baton.task(id).at("/lease/expiresAt").asText());
    }
}
