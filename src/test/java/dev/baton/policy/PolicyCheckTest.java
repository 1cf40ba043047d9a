package dev.baton.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonApplication;
import dev.baton.core.StartupFailure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.FilterType;
import org.springframework.core.NestedExceptionUtils;

/** Which settings are accepted at start. The context holds only the validator and the declarations of settings. */
class PolicyCheckTest {

    @EnableConfigurationProperties(Policy.class)
    @ComponentScan(
            basePackageClasses = BatonApplication.class,
            useDefaultFilters = false,
            includeFilters =
                    @Filter(
                            type = FilterType.ASSIGNABLE_TYPE,
                            classes = {PolicySettings.class, PolicyValidator.class}))
    static class OnlyTheValidator {}

    private static Throwable start(String... settings) {
        Throwable[] failure = new Throwable[1];
        new ApplicationContextRunner()
                .withUserConfiguration(OnlyTheValidator.class)
                .withPropertyValues(settings)
                .run(context -> failure[0] = context.getStartupFailure());
        return failure[0];
    }

    private static String refusal(String... settings) {
        Throwable failure = start(settings);
        assertThat(failure).as(String.join(" ", settings)).hasRootCauseInstanceOf(StartupFailure.class);
        return NestedExceptionUtils.getRootCause(failure).getMessage();
    }

    private static final String DURATION = "a duration from a second to 3650 days";

    private static final Map<String, List<String>> WRONG = Map.of(
            "work-queue.claimTimeout",
            List.of("soon", "PT0S", "-PT5M", "P3651D", "P99999999999999D", "PT0.5S", "pt5m", "P1W", "P", "10"),
            "work-queue.progressTimeout",
            List.of("an hour", "P0D"),
            "cognitive.leaseTimeout",
            List.of("PT0S"),
            "pipeline.leaseTimeout",
            List.of("an hour"),
            "peer-review.reviewOverdue",
            List.of("tomorrow", "PT0M"),
            "governed.approvalExpiry",
            List.of("an hour", "P1Y"));

    @Test
    void durationsThatMakeNoSense() {
        WRONG.forEach(
                (name, values) -> values.forEach(value -> assertThat(refusal("baton.policy." + name + "=" + value))
                        .contains("The setting baton.policy." + name + " can't be '" + value + "'", DURATION)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"work-queue", "peer-review", "governed", "cognitive", "pipeline", "of-our-own"})
    void whatEveryLifecycleCanHave(String lifecycle) {
        String policy = "baton.policy." + lifecycle;
        assertThat(refusal(
                        policy + ".budgetUsd=-1",
                        policy + ".maxToolFailures=three",
                        policy + ".autoUnblock=maybe",
                        policy + ".leases=off"))
                .contains(
                        policy + ".budgetUsd can't be '-1'; it has to be a sum in USD from 0",
                        policy + ".maxToolFailures can't be 'three'; it has to be a whole number from 1",
                        policy + ".autoUnblock can't be 'maybe'; it has to be true or false",
                        policy + ".leases can't be 'off'; it has to be true or false");
    }

    @Test
    void countsAndFlagsOfGoverned() {
        assertThat(refusal("baton.policy.governed.maxReviewCycles=0")).contains("maxReviewCycles can't be '0'");
        assertThat(refusal("baton.policy.governed.leadMayApprove=yes")).contains("it has to be true or false");
    }

    @Test
    void aNameThatSpringWouldTakeForTheSame() {
        assertThat(refusal("baton.policy.governed.max-review-cycles=2"))
                .isEqualTo("The setting baton.policy.governed.max-review-cycles is not read by anybody: write"
                        + " maxReviewCycles, in application.yaml or as --baton.policy.governed.maxReviewCycles=2.");
    }

    @Test
    void settingsThatAreRight() {
        assertThat(start()).isNull();
        assertThat(start(
                        "baton.policy.work-queue.claimTimeout=PT1S",
                        "baton.policy.work-queue.progressTimeout=P3650D",
                        "baton.policy.work-queue.autoUnblock=",
                        "baton.policy.peer-review.reviewOverdue=P1DT12H",
                        "baton.policy.governed.leadMayApprove=TRUE",
                        "baton.policy.governed.maxReviewCycles=1",
                        "baton.policy.governed.budgetUsd=0.50",
                        "baton.policy.of-our-own.claimTimeout=a while",
                        "baton.policy.ours=whatever we like"))
                .isNull();
    }
}
