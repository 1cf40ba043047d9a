package dev.baton.engine.identity;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.Jackson2ObjectMapperBuilder;

/** Too many wrong passwords or tokens. Camunda's login page and REST send the response of this exception. */
public final class TooManyAttempts extends WebApplicationException {

    private static final HttpStatus STATUS = HttpStatus.TOO_MANY_REQUESTS;
    private static final ObjectMapper JSON = Jackson2ObjectMapperBuilder.json().build(); // knows ProblemDetail

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
        return Response.status(STATUS.value())
                .header(HttpHeaders.RETRY_AFTER, seconds)
                .type(MediaType.APPLICATION_PROBLEM_JSON_VALUE)
                .entity(json(ProblemDetail.forStatusAndDetail(STATUS, detail(seconds))))
                .build();
    }

    private static String json(ProblemDetail problem) {
        try {
            return JSON.writeValueAsString(problem);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
