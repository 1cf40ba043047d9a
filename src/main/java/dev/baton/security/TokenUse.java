package dev.baton.security;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Records when tokens were last used. Written once a minute, not with every request. */
@Component
class TokenUse {

    private final Map<String, Instant> pending = new ConcurrentHashMap<>();
    private final TokenRows rows;
    private final Clock clock;

    TokenUse(TokenRows rows, Clock clock) {
        this.rows = rows;
        this.clock = clock;
    }

    void record(String token) {
        pending.put(token, clock.instant());
    }

    /** The token with its last use, also if that is not in the table yet. */
    ApiToken withLastUse(ApiToken token) {
        Instant used = pending.get(token.id());
        return used == null || token.lastUsedAt() != null && token.lastUsedAt().isAfter(used)
                ? token
                : token.usedAt(used);
    }

    @Scheduled(fixedDelayString = "PT1M", initialDelayString = "PT1M")
    void write() {
        pending.forEach((token, at) -> {
            rows.used(token, at);
            pending.remove(token, at);
        });
    }
}
