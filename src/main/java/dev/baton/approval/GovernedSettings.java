package dev.baton.approval;

import dev.baton.engine.StartRefused;
import dev.baton.task.Policy;
import java.math.BigDecimal;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** Looks at the settings when the server starts: a slip would otherwise show with the first task that meets it. */
@Component
class GovernedSettings {

    private static final String LIFECYCLE = "governed";

    GovernedSettings(Policy policy) {
        try {
            policy.of(LIFECYCLE, "leadMayApprove", false);
            demand(policy.of(LIFECYCLE, "maxReviewCycles", 3) > 0, "maxReviewCycles", "a number from 1");
            demand(policy.of(LIFECYCLE, "maxToolFailures", 3) > 0, "maxToolFailures", "a number from 1");
            demand(
                    policy.of(LIFECYCLE, "budgetUsd", BigDecimal.ZERO).signum() >= 0,
                    "budgetUsd",
                    "a sum in USD that is not negative");
            Duration expiry = policy.of(LIFECYCLE, "approvalExpiry", Duration.ofMinutes(60));
            demand(expiry.toSeconds() > 0, "approvalExpiry", "a duration such as PT60M, a second at least");
        } catch (IllegalStateException e) {
            throw new StartRefused(e.getMessage());
        }
    }

    private static void demand(boolean sound, String name, String what) {
        if (!sound) {
            throw new StartRefused("The setting baton.policy." + LIFECYCLE + "." + name + " has to be " + what + ".");
        }
    }
}
