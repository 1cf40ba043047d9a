package dev.baton.security;

import dev.baton.engine.SignInAttempts;
import dev.baton.engine.TooManyAttempts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Slows down guessing, per user and address, so that nobody can shut an owner out from elsewhere, and per address, so
 * that trying many users or tokens is slow too. Kept in this server's memory.
 */
@Component
class SignInLimit implements SignInAttempts {

    /** A person mistypes a password a few times in a row, hardly more. */
    static final FailedAttempts.Limit ONE_USER = new FailedAttempts.Limit(5, Duration.ofMinutes(10));

    /** Whole offices share an address. */
    static final FailedAttempts.Limit ONE_ADDRESS = new FailedAttempts.Limit(50, Duration.ofMinutes(1));

    /** No user's id is longer. */
    private static final int LONGEST_USER = 64;

    /** Who makes the server forget attempts has to have used as many addresses. */
    static final int REMEMBERED = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(SignInLimit.class);

    private record UserAt(String user, String address) {}

    private final Map<UserAt, FailedAttempts> users = recent();
    private final Map<String, FailedAttempts> addresses = recent();
    private final Clock clock;

    SignInLimit(Clock clock) {
        this.clock = clock;
    }

    @Override
    public void check(String user) {
        CallerAddress.current().ifPresent(address -> check(user, address));
    }

    @Override
    public boolean attempt(String user, boolean known, BooleanSupplier right) {
        Optional<String> address = CallerAddress.current();
        return address.isEmpty() ? right.getAsBoolean() : attempt(user, known, address.get(), right);
    }

    void check(String user, String address) {
        FailedAttempts ofUser = users.get(key(user, address));
        FailedAttempts ofAddress = addresses.get(address);
        Instant now = clock.instant();
        Duration delay = ofUser == null ? Duration.ZERO : ofUser.delay(now);
        // Whoever has signed in from there before is not held up by others at the same address.
        if (ofAddress != null && (ofUser == null || !ofUser.hasSucceeded())) {
            Duration all = ofAddress.delay(now);
            delay = all.compareTo(delay) > 0 ? all : delay;
        }
        refuseDuring(delay);
    }

    boolean attempt(String user, boolean known, String address, BooleanSupplier right) {
        FailedAttempts ofUser = users.computeIfAbsent(key(user, address), k -> new FailedAttempts(ONE_USER));
        synchronized (ofUser.turn()) { // so that guesses sent at the same moment are counted one by one
            check(user, address);
            if (right.getAsBoolean()) {
                ofUser.succeed();
                return true;
            }
            if (ofUser.add(clock.instant())) {
                LOG.warn(
                        "Sign-in as {} from {} is slowed down after {} wrong passwords; others are not affected",
                        known ? "'" + user + "'" : "a user who does not exist",
                        address,
                        ofUser.count());
            }
        }
        failedAt(address);
        return false;
    }

    /** A token that is unknown. Known ones always pass: nobody guesses them. */
    void tokenFailed() {
        CallerAddress.current().ifPresent(this::tokenFailed);
    }

    void tokenFailed(String address) {
        FailedAttempts ofAddress = addresses.get(address);
        Duration delay = ofAddress == null ? Duration.ZERO : ofAddress.delay(clock.instant());
        refuseDuring(delay);
        failedAt(address);
    }

    private static void refuseDuring(Duration delay) {
        if (delay.compareTo(Duration.ZERO) > 0) {
            throw new TooManyAttempts(delay);
        }
    }

    private void failedAt(String address) {
        FailedAttempts ofAddress = addresses.computeIfAbsent(address, k -> new FailedAttempts(ONE_ADDRESS));
        if (ofAddress.add(clock.instant())) {
            LOG.warn(
                    "Sign-in from {} is slowed down after {} wrong passwords or tokens;"
                            + " users who signed in from there before are not affected",
                    address,
                    ofAddress.count());
        }
    }

    int remembered() {
        return users.size() + addresses.size();
    }

    private static UserAt key(String user, String address) {
        return new UserAt(user.length() > LONGEST_USER ? user.substring(0, LONGEST_USER) : user, address);
    }

    private static <K> Map<K, FailedAttempts> recent() {
        return Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, FailedAttempts> eldest) {
                return size() > REMEMBERED;
            }
        });
    }
}
