package dev.baton.security;

import dev.baton.engine.identity.SignInAttempts;
import dev.baton.engine.identity.TooManyAttempts;
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
 * Limits the rate of wrong passwords and tokens: per user and address, so that an attacker elsewhere can't lock out a user,
 * and per address, so that trying many users or tokens is slow too. Kept in this server's memory.
 */
@Component
class SignInLimit implements SignInAttempts {

    /** People mistype a password a few times in a row. */
    static final FailedAttempts.Limit ONE_USER = new FailedAttempts.Limit(5, Duration.ofMinutes(10));

    /** Higher, because a whole office may share an address. */
    static final FailedAttempts.Limit ONE_ADDRESS = new FailedAttempts.Limit(50, Duration.ofMinutes(1));

    /** The maximum length of a user's id. */
    private static final int MAX_USER_LENGTH = 64;

    /** To push an entry out of memory, an attacker needs as many addresses. */
    static final int MAX_ENTRIES = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(SignInLimit.class);

    private record UserAt(String user, String address) {}

    private final Map<UserAt, FailedAttempts> users = leastRecentlyUsed();
    private final Map<String, FailedAttempts> addresses = leastRecentlyUsed();
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
        // A user who has signed in from this address before is not delayed by others at the address.
        if (ofAddress != null && (ofUser == null || !ofUser.hasSucceeded())) {
            Duration all = ofAddress.delay(now);
            delay = all.compareTo(delay) > 0 ? all : delay;
        }
        refuseIfDelayed(delay);
    }

    boolean attempt(String user, boolean known, String address, BooleanSupplier right) {
        FailedAttempts ofUser = users.computeIfAbsent(key(user, address), k -> new FailedAttempts(ONE_USER));
        synchronized (ofUser.monitor()) { // so that concurrent guesses are counted one by one
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

    /** Counts an unknown token. Valid tokens are never delayed, because they can't be guessed. */
    void tokenFailed() {
        CallerAddress.current().ifPresent(this::tokenFailed);
    }

    void tokenFailed(String address) {
        FailedAttempts ofAddress = addresses.get(address);
        Duration delay = ofAddress == null ? Duration.ZERO : ofAddress.delay(clock.instant());
        refuseIfDelayed(delay);
        failedAt(address);
    }

    private static void refuseIfDelayed(Duration delay) {
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

    int entries() {
        return users.size() + addresses.size();
    }

    private static UserAt key(String user, String address) {
        return new UserAt(user.length() > MAX_USER_LENGTH ? user.substring(0, MAX_USER_LENGTH) : user, address);
    }

    private static <K> Map<K, FailedAttempts> leastRecentlyUsed() {
        return Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, FailedAttempts> eldest) {
                return size() > MAX_ENTRIES;
            }
        });
    }
}
