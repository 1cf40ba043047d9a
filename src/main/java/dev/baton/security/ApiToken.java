package dev.baton.security;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * What is known of a token once it is issued.
 *
 * @param lastUsedAt null if it never was
 * @param lifecycles the only ones that it can be used for; null for all
 */
public record ApiToken(
        String id,
        String user,
        String name,
        String createdBy,
        Instant createdAt,
        Instant expiresAt,
        Instant lastUsedAt,
        boolean readOnly,
        List<String> lifecycles) {

    /** The token that the request under way was signed in with. */
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
