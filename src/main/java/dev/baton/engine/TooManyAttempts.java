package dev.baton.engine;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.Duration;

/** Too many wrong passwords or tokens. Camunda's login page and REST answer with the response that it carries. */
public final class TooManyAttempts extends WebApplicationException {

    private static final int STATUS = 429;

    private final long seconds;

    public TooManyAttempts(Duration delay) {
        this(Math.max(1, delay.plusMillis(999).toSeconds()));
    }

    private TooManyAttempts(long seconds) {
        super(detail(seconds), response(seconds));
        this.seconds = seconds;
    }

    public long seconds() {
        return seconds;
    }

    private static String detail(long seconds) {
        return "Too many wrong passwords or tokens from this address: wait " + seconds + " s before the next try";
    }

    private static Response response(long seconds) {
        return Response.status(STATUS)
                .header(HttpHeaders.RETRY_AFTER, seconds)
                .type("application/problem+json")
                .entity("{\"type\":\"about:blank\",\"title\":\"Too Many Requests\",\"status\":%d,\"detail\":\"%s\"}"
                        .formatted(STATUS, detail(seconds)))
                .build();
    }
}
