package dev.baton.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.core.Sha256;
import dev.baton.json.Json;
import dev.baton.ledger.IdempotencyKeys;
import dev.baton.ledger.IdempotencyKeys.Answer;
import dev.baton.move.TransactionRunner;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/**
 * Executes a request once, however often it is sent with the same idempotency key. The key is inserted in the transaction of
 * the work: it is used if and only if the work is committed, and a concurrent request with the same key waits.
 */
@Component
class IdempotentRequests {

    static final String HEADER = "X-Idempotency-Key";

    /** The paths that accept a key. */
    static final Set<String> PATHS = Set.of(
            "/api/tasks",
            "/api/tasks/{id}/transitions",
            "/api/tasks/{id}/runs",
            "/api/tasks/{id}/actions",
            "/api/tasks/{id}/messages",
            "/api/tasks/{id}/comments",
            "/api/tasks/{id}/resume",
            "/api/tasks/{id}/heartbeat",
            "/api/claims");

    private final IdempotencyKeys keys;
    private final TransactionRunner transactions;
    private final ObjectMapper json;
    private final HttpServletRequest http;

    IdempotentRequests(
            IdempotencyKeys keys, TransactionRunner transactions, ObjectMapper json, HttpServletRequest http) {
        this.keys = keys;
        this.transactions = transactions;
        this.json = json;
        this.http = http;
    }

    <T> ResponseEntity<T> execute(Actor actor, Object body, Supplier<ResponseEntity<T>> action) {
        return attempt(actor, body, () -> Optional.of(action.get())).get().orElseThrow();
    }

    /**
     * Like {@link #execute}, and also once for the id that the caller has given the event.
     *
     * @param taskId null for an event that creates a task
     * @param eventId null if the caller gave it none
     */
    <T> ResponseEntity<T> executeEvent(
            String taskId, String eventId, Actor actor, Object body, Supplier<ResponseEntity<T>> action) {
        List<Key> used = new ArrayList<>(headerKey(actor));
        if (eventId != null) {
            String scope = taskId == null ? "create:" + actor.id() : IdempotencyKeys.ofTask(taskId);
            used.add(new Key(scope, eventId, "eventId"));
        }
        return new Attempt<>(used, body, () -> Optional.of(action.get())).get().orElseThrow();
    }

    /** For an action that may have no result; then the key is not used. */
    <T> Attempt<T> attempt(Actor actor, Object body, Supplier<Optional<ResponseEntity<T>>> action) {
        return new Attempt<>(headerKey(actor), body, action);
    }

    /**
     * What a request asks for, and its idempotency key. Another interface that makes calls of the API while it answers a
     * request sets one as an attribute of that request.
     *
     * @param key null if there is none
     */
    record Call(String method, String path, String query, String key) {

        private static Call of(HttpServletRequest http) {
            return http.getAttribute(Call.class.getName()) instanceof Call call
                    ? call
                    : new Call(http.getMethod(), http.getRequestURI(), http.getQueryString(), http.getHeader(HEADER));
        }

        void setOn(HttpServletRequest http) {
            http.setAttribute(Call.class.getName(), this);
        }
    }

    private List<Key> headerKey(Actor actor) {
        String key = Call.of(http).key();
        if (key == null) {
            return List.of();
        }
        if (key.isEmpty() || key.length() > 255) {
            throw new BadHeader(HEADER + " has 1 to 255 characters");
        }
        return List.of(new Key(actor.id(), key, HEADER));
    }

    /** @param field where the caller sent it */
    private record Key(String scope, String name, String field) {}

    /** Independent of the HTTP request, so that other threads can run it, several times if needed. */
    final class Attempt<T> implements Supplier<Optional<ResponseEntity<T>>> {

        private final List<Key> used;
        private final String request;
        private final Supplier<Optional<ResponseEntity<T>>> action;

        private Attempt(List<Key> used, Object body, Supplier<Optional<ResponseEntity<T>>> action) {
            this.used = used;
            this.request = used.isEmpty() ? null : fingerprint(body);
            this.action = action;
        }

        @Override
        public Optional<ResponseEntity<T>> get() {
            if (used.isEmpty()) {
                return action.get();
            }
            while (true) {
                Optional<ResponseEntity<T>> stored = remembered();
                if (stored.isPresent()) {
                    return stored;
                }
                try {
                    return transactions.commitIfPresent(this::first);
                } catch (DuplicateKeyException e) {
                    // a concurrent request has just used the key: look up its answer
                }
            }
        }

        /** The stored answer to the same request with the same key. */
        Optional<ResponseEntity<T>> remembered() {
            return used.stream()
                    .flatMap(key -> keys.find(key.scope(), key.name()).stream()
                            .map(answer -> IdempotentRequests.<T>replay(answer, request, key)))
                    .findFirst();
        }

        private Optional<ResponseEntity<T>> first() {
            used.forEach(key -> keys.reserve(key.scope(), key.name(), request));
            Optional<ResponseEntity<T>> answer = action.get();
            answer.ifPresent(given -> used.forEach(key -> keys.store(key.scope(), key.name(), answer(given))));
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

    /** Sends the stored JSON as it is: the type may have changed since. */
    @SuppressWarnings("unchecked")
    private static <T> ResponseEntity<T> replay(Answer answer, String request, Key key) {
        if (!answer.request().equals(request)) {
            throw new Refusal(
                    Reason.CONFLICT, key.field(), "This " + key.field() + " was used for another request already");
        }
        ResponseEntity.BodyBuilder response = ResponseEntity.status(answer.status());
        if (answer.location() != null) {
            response.location(URI.create(answer.location()));
        }
        return (ResponseEntity<T>) response.body(answer.body() == null ? null : Json.read(answer.body()));
    }

    private String fingerprint(Object body) {
        Call call = Call.of(http);
        return Sha256.hex(call.method() + " " + call.path() + "?" + call.query() + "\n" + text(body));
    }

    private String text(Object value) {
        try {
            return json.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
