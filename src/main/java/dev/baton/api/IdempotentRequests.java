package dev.baton.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.json.Json;
import dev.baton.ledger.IdempotencyKeys;
import dev.baton.ledger.IdempotencyKeys.Answer;
import dev.baton.move.TransactionRunner;
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
class IdempotentRequests {

    static final String HEADER = "X-Idempotency-Key";

    /** Where a key is of use. */
    static final Set<String> PATHS = Set.of(
            "/api/tasks",
            "/api/tasks/{id}/transitions",
            "/api/tasks/{id}/runs",
            "/api/tasks/{id}/actions",
            "/api/tasks/{id}/messages",
            "/api/tasks/{id}/resume",
            "/api/tasks/{id}/heartbeat",
            "/api/claims");

    private final IdempotencyKeys keys;
    private final TransactionRunner work;
    private final ObjectMapper json;
    private final HttpServletRequest http;

    IdempotentRequests(IdempotencyKeys keys, TransactionRunner work, ObjectMapper json, HttpServletRequest http) {
        this.keys = keys;
        this.work = work;
        this.json = json;
        this.http = http;
    }

    <T> ResponseEntity<T> only(Actor actor, Object body, Supplier<ResponseEntity<T>> action) {
        return attempt(actor, body, () -> Optional.of(action.get())).get().orElseThrow();
    }

    /** For what may come to nothing: then the key is not used up. */
    <T> Attempt<T> attempt(Actor actor, Object body, Supplier<Optional<ResponseEntity<T>>> action) {
        String key = http.getHeader(HEADER);
        if (key != null && (key.isEmpty() || key.length() > 255)) {
            throw new BadHeader(HEADER + " has 1 to 255 characters");
        }
        return new Attempt<>(actor, key, key == null ? null : fingerprint(body), action);
    }

    /** Knows what it needs of the HTTP request, so that any thread can try, and try again. */
    final class Attempt<T> implements Supplier<Optional<ResponseEntity<T>>> {

        private final Actor actor;
        private final String key;
        private final String request;
        private final Supplier<Optional<ResponseEntity<T>>> action;

        private Attempt(Actor actor, String key, String request, Supplier<Optional<ResponseEntity<T>>> action) {
            this.actor = actor;
            this.key = key;
            this.request = request;
            this.action = action;
        }

        @Override
        public Optional<ResponseEntity<T>> get() {
            if (key == null) {
                return action.get();
            }
            while (true) {
                Optional<ResponseEntity<T>> before = remembered();
                if (before.isPresent()) {
                    return before;
                }
                try {
                    return work.commitIfPresent(this::first);
                } catch (DuplicateKeyException e) {
                    // somebody else has just used the key: look again what came of it
                }
            }
        }

        /** What the same request with the same key was answered, here or elsewhere. */
        Optional<ResponseEntity<T>> remembered() {
            return key == null ? Optional.empty() : keys.find(actor, key).map(answer -> replay(answer, request));
        }

        private Optional<ResponseEntity<T>> first() {
            keys.reserve(actor, key, request);
            Optional<ResponseEntity<T>> answer = action.get();
            answer.ifPresent(given -> keys.store(actor, key, answer(given)));
            return answer;
        }

        private Answer answer(ResponseEntity<T> given) {
            URI location = given.getHeaders().getLocation();
            return new Answer(
                    request,
                    given.getStatusCode().value(),
                    location == null ? null : location.toString(),
                    given.getBody() == null ? null : text(given.getBody()));
        }
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
        return (ResponseEntity<T>) response.body(answer.body() == null ? null : Json.read(answer.body()));
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
