package dev.baton.security;

import dev.baton.core.StartupFailure;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

/**
 * The settings under {@code baton.limits}.
 *
 * @param request the largest body of a request
 * @param requestTime how long a body may take to arrive
 * @param jsonDepth how deep JSON may be nested
 */
@ConfigurationProperties("baton.limits")
public record RequestLimits(DataSize request, Duration requestTime, Integer jsonDepth) {

    private static final Duration MIN_TIME = Duration.ofSeconds(1);
    private static final Duration MAX_TIME = Duration.ofHours(1);

    public RequestLimits {
        StartupFailure.checkSetting(
                request != null && request.toBytes() > 0,
                "baton.limits.request",
                request,
                "a size such as 512KB or 1MB");
        StartupFailure.checkSetting(
                requestTime != null && requestTime.compareTo(MIN_TIME) >= 0 && requestTime.compareTo(MAX_TIME) <= 0,
                "baton.limits.request-time",
                requestTime,
                "a duration from PT1S to PT1H");
        StartupFailure.checkSetting(
                jsonDepth != null && jsonDepth > 0, "baton.limits.json-depth", jsonDepth, "a whole number from 1 on");
    }
}
