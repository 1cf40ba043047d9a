package dev.baton.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.engine.Actor;
import dev.baton.engine.Refusal;
import dev.baton.engine.Refusal.Reason;
import dev.baton.task.IdempotencyKeys;
import dev.baton.task.IdempotencyKeys.Answer;
import dev.baton.task.Work;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/**
 * Does what a request asks for once, however often it comes with the same key. The key is taken in the transaction of
 * the work itself: it is used up if and only if the work is done, and a second caller waits for the first.
 */
@Component
class Once {

    static final String HEADER = "X-Idempotency-Key";

    /** Where a key is of use. */
    static final Set<String> PATHS = Set.of(
            "/api/tasks",
            "/api/tasks/{id}/transitions",
            "/api/tasks/{id}/runs",
            "/api/tasks/{id}/actions",
            "/api/tasks/{id}/messages",
            "/api/tasks/{id}/resume");

    private final IdempotencyKeys keys;
    private final Work work;
    private final ObjectMapper json;
    private final HttpServletRequest http;

    Once(IdempotencyKeys keys, Work work, ObjectMapper json, HttpServletRequest http) {
        this.keys = keys;
        this.work = work;
        this.json = json;
        this.http = http;
    }

    <T> ResponseEntity<T> only(Actor actor, Object body, Supplier<ResponseEntity<T>> action) {
        String key = http.getHeader(HEADER);
        if (key == null) {
            return action.get();
        }
        if (key.isEmpty() || key.length() > 255) {
            throw new BadHeader(HEADER + " has 1 to 255 characters");
        }
        String request = fingerprint(body);
        while (true) {
            Optional<Answer> before = keys.find(actor, key);
            if (before.isPresent()) {
                return replay(before.get(), request);
            }
            try {
                return work.inTransaction(false, () -> first(actor, key, request, action));
            } catch (DuplicateKeyException e) {
                // somebody else has just used the key: look again what came of it
            }
        }
    }

    private <T> ResponseEntity<T> first(Actor actor, String key, String request, Supplier<ResponseEntity<T>> action) {
        keys.take(actor, key, request);
        ResponseEntity<T> answer = action.get();
        URI location = answer.getHeaders().getLocation();
        keys.answer(
                actor,
                key,
                new Answer(
                        request,
                        answer.getStatusCode().value(),
                        location == null ? null : location.toString(),
                        answer.getBody() == null ? null : text(answer.getBody())));
        return answer;
    }

    /** What was sent is sent again as it was, not read into a type that may have changed since. */
    @SuppressWarnings("unchecked")
    private <T> ResponseEntity<T> replay(Answer answer, String request) {
        if (!answer.request().equals(request)) {
            throw new Refusal(Reason.CONFLICT, HEADER, "This " + HEADER + " was used for another request already");
        }
        ResponseEntity.BodyBuilder response = ResponseEntity.status(answer.status());
        if (answer.location() != null) {
            response.location(URI.create(answer.location()));
        }
        try {
            return (ResponseEntity<T>) response.body(answer.body() == null ? null : json.readTree(answer.body()));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the stored answer can't be read", e);
        }
    }

    private String fingerprint(Object body) {
        String request =
                http.getMethod() + " " + http.getRequestURI() + "?" + http.getQueryString() + "\n" + text(body);
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(request.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private String text(Object value) {
        try {
            return json.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
