package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.engine.identity.TooManyAttempts;
import dev.baton.testing.Crowd;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The limit on wrong passwords, with a clock that the test sets. */
class SignInLimitTest {

    private static final String HERE = "192.0.2.1";
    private static final String ELSEWHERE = "192.0.2.2";

    private Instant now = Instant.parse("2030-01-01T00:00:00Z");

    private final SignInLimit limit = new SignInLimit(new Clock() {
        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    });

    @Test
    void aFewWrongPasswordsCostNothingAndThenTheDelaysGrow() {
        for (int i = 0; i < SignInLimit.ONE_USER.free(); i++) {
            assertThat(guess("ann", HERE)).isZero();
        }
        List<Long> delays = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            assertThat(guess("ann", HERE)).isZero();
            long delay = guess("ann", HERE);
            delays.add(delay);
            now = now.plusSeconds(delay);
        }
        assertThat(delays).startsWith(1L, 2L, 4L, 8L, 16L, 32L, 64L).isSorted().endsWith(300L);
    }

    @Test
    void duringTheDelayTheRightPasswordIsNotTriedEither() {
        exhaust("ann", HERE);
        AtomicInteger tried = new AtomicInteger();
        assertThatThrownBy(() -> limit.attempt("ann", true, HERE, () -> tried.incrementAndGet() > 0))
                .isInstanceOf(TooManyAttempts.class);
        assertThat(tried).hasValue(0);
    }

    @Test
    void theOwnerIsNotShutOutAtAnotherAddressNorAreOtherUsersHere() {
        exhaust("ann", HERE);
        assertThat(limit.attempt("ann", true, ELSEWHERE, () -> true)).isTrue();
        assertThat(limit.attempt("bob", true, HERE, () -> true)).isTrue();
    }

    @Test
    void theRightPasswordStartsOver() {
        exhaust("ann", HERE);
        now = now.plus(FailedAttempts.LONGEST_DELAY);
        assertThat(limit.attempt("ann", true, HERE, () -> true)).isTrue();
        for (int i = 0; i < SignInLimit.ONE_USER.free(); i++) {
            assertThat(guess("ann", HERE)).isZero();
        }
        limit.check("ann", HERE);
    }

    @Test
    void wrongPasswordsAreForgottenOneByOne() {
        exhaust("ann", HERE);
        now = now.plus(SignInLimit.ONE_USER.forgetOne().multipliedBy(3));
        for (int i = 0; i < 3; i++) {
            assertThat(guess("ann", HERE)).as("guess %d", i).isZero();
        }
        assertThat(guess("ann", HERE)).isPositive();
    }

    @Test
    void tryingManyUsersFromOneAddressIsSlowToo() {
        spray(HERE);
        assertThat(guess("somebody", HERE)).isPositive();
        assertThat(guess("somebody", ELSEWHERE)).isZero();
        assertThatThrownBy(() -> limit.tokenFailed(HERE)).isInstanceOf(TooManyAttempts.class);
    }

    @Test
    void soIsTryingTokens() {
        for (int i = 0; i <= SignInLimit.ONE_ADDRESS.free(); i++) {
            limit.tokenFailed(HERE);
        }
        assertThatThrownBy(() -> limit.tokenFailed(HERE)).isInstanceOf(TooManyAttempts.class);
        limit.tokenFailed(ELSEWHERE);
    }

    @Test
    void whoHasSignedInFromAnAddressBeforeIsNotHeldUpByOthersThere() {
        limit.attempt("ann", true, HERE, () -> true);
        spray(HERE);
        assertThat(limit.attempt("ann", true, HERE, () -> true)).isTrue();
        assertThatThrownBy(() -> limit.attempt("bob", true, HERE, () -> true)).isInstanceOf(TooManyAttempts.class);
    }

    @Test
    void anAccountOfOnesOwnDoesNotHelpToGuessOthers() {
        for (int i = 0; i <= SignInLimit.ONE_ADDRESS.free(); i++) {
            guess("user-" + i, HERE);
            limit.attempt("mallory", true, HERE, () -> true);
        }
        assertThat(guess("ann", HERE)).isPositive();
    }

    @Test
    void guessesSentAtTheSameMomentAreCountedOneByOne() {
        AtomicInteger tried = new AtomicInteger();
        Crowd.of(30, i -> {
            try {
                return limit.attempt("ann", true, HERE, () -> {
                    tried.incrementAndGet();
                    Thread.yield();
                    return false;
                });
            } catch (TooManyAttempts e) {
                return false;
            }
        });
        assertThat(tried).hasValue(SignInLimit.ONE_USER.free() + 1);
    }

    @Test
    void manyNamesAndAddressesDoNotFillTheMemory() {
        for (int i = 0; i < 3 * SignInLimit.MAX_ENTRIES; i++) {
            guess("x".repeat(5000) + i, "192.0." + i / 256 + "." + i % 256);
        }
        assertThat(limit.entries()).isLessThanOrEqualTo(2 * SignInLimit.MAX_ENTRIES);
    }

    @Test
    void theLogSaysOnceWhomAndWhereFromAndRepeatsNothingThatACallerMadeUp() {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(SignInLimit.class);
        log.start();
        logger.addAppender(log);
        try {
            for (int i = 0; i < 20; i++) {
                guess("ann", HERE);
                limitOf("no\nsuch user", false, HERE);
                now = now.plusSeconds(1);
            }
        } finally {
            logger.detachAppender(log);
        }
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "Sign-in as 'ann' from 192.0.2.1 is slowed down after 6 wrong passwords; others are not affected",
                        "Sign-in as a user who does not exist from 192.0.2.1 is slowed down after 6 wrong passwords;"
                                + " others are not affected");
    }

    @Test
    void aClockThatIsSetBackShutsNobodyOut() {
        now = now.plus(Duration.ofDays(30));
        exhaust("ann", HERE);
        now = now.minus(Duration.ofDays(30));
        assertThat(limit.attempt("ann", true, HERE, () -> true)).isTrue();
    }

    @Test
    void anAddressIsWhatOneCallerCanNotChangeAtWill() {
        assertThat(CallerAddress.of("192.0.2.7")).isEqualTo("192.0.2.7");
        assertThat(CallerAddress.of("2001:db8:1:2:3:4:5:6"))
                .isEqualTo(CallerAddress.of("2001:db8:1:2:ffff::1"))
                .isNotEqualTo(CallerAddress.of("2001:db8:1:3::1"));
        assertThat(CallerAddress.of("::ffff:192.0.2.7")).isEqualTo("192.0.2.7");
        assertThat(CallerAddress.of("fe80::1%eth0")).isEqualTo("fe80:0:0:0:0:0:0:0/64");
        for (String odd : new String[] {"evil.example", "1.2.3.4\nWARN", ":::", "x".repeat(500), "", null}) {
            assertThat(CallerAddress.of(odd)).isEqualTo("an unknown address");
        }
    }

    private void exhaust(String user, String address) {
        for (int i = 0; i <= SignInLimit.ONE_USER.free(); i++) {
            assertThat(guess(user, address)).isZero();
        }
    }

    private void spray(String address) {
        for (int i = 0; i <= SignInLimit.ONE_ADDRESS.free(); i++) {
            assertThat(guess("user-" + i, address)).isZero();
        }
    }

    /** @return how many seconds one has to wait instead; 0 if the password was tried */
    private long guess(String user, String address) {
        return limitOf(user, true, address);
    }

    private long limitOf(String user, boolean known, String address) {
        try {
            limit.attempt(user, known, address, () -> false);
            return 0;
        } catch (TooManyAttempts e) {
            return e.seconds();
        }
    }
}
