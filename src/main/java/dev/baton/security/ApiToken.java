package dev.baton.security;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.lang.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * An issued API token, without its secret.
 *
 * @param lastUsedAt null if it was never used
 * @param lifecycles the lifecycles that it is restricted to; null for all
 */
public record ApiToken(
        String id,
        String user,
        String name,
        String createdBy,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant lastUsedAt,
        boolean readOnly,
        @Nullable List<String> lifecycles) {

    /** The token of the current request. */
    public static Optional<ApiToken> current() {
        Authentication caller = SecurityContextHolder.getContext().getAuthentication();
        return caller != null && caller.getDetails() instanceof ApiToken token ? Optional.of(token) : Optional.empty();
    }

    public boolean isFor(String lifecycle) {
        return lifecycles == null || lifecycles.contains(lifecycle);
    }

    boolean restricted() {
        return readOnly || lifecycles != null;
    }

    ApiToken usedAt(Instant time) {
        return new ApiToken(id, user, name, createdBy, createdAt, expiresAt, time, readOnly, lifecycles);
    }
}
