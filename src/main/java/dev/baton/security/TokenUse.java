package dev.baton.security;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** When tokens were last used. Written once a minute, not with every request. */
@Component
class TokenUse {

    private final Map<String, Instant> unwritten = new ConcurrentHashMap<>();
    private final TokenRows rows;
    private final Clock clock;

    TokenUse(TokenRows rows, Clock clock) {
        this.rows = rows;
        this.clock = clock;
    }

    void note(String token) {
        unwritten.put(token, clock.instant());
    }

    /** With a use that is not in the table yet. */
    ApiToken complete(ApiToken token) {
        Instant used = unwritten.get(token.id());
        return used == null || token.lastUsedAt() != null && token.lastUsedAt().isAfter(used)
                ? token
                : token.usedAt(used);
    }

    @Scheduled(fixedDelayString = "PT1M", initialDelayString = "PT1M")
    void write() {
        unwritten.forEach((token, at) -> {
            rows.used(token, at);
            unwritten.remove(token, at);
        });
    }
}
