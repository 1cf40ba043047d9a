package dev.baton.crash;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Sends each request with an idempotency key, and again to the next server until one has answered it. */
final class RetryingCaller {

    /**
     * The first answer that says what has become of the request.
     *
     * @param sentAgain whether an earlier copy of the request may still be on its way
     */
    record Answer(int status, JsonNode json, boolean sentAgain) {}

    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private static final Duration ONE_ATTEMPT = Duration.ofSeconds(8);
    private static final Duration ALL_ATTEMPTS = Duration.ofSeconds(120);
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final int UNAVAILABLE = 503;

    private final Cluster cluster;
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong sentAgain = new AtomicLong();

    RetryingCaller(Cluster cluster) {
        this.cluster = cluster;
    }

    long answered() {
        return answered.get();
    }

    long sentAgain() {
        return sentAgain.get();
    }

    /** @param first the server that is asked first */
    Answer post(int first, String user, String path, String body) {
        return send(
                first,
                path,
                request(user)
                        .header("X-Idempotency-Key", UUID.randomUUID().toString())
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body)));
    }

    Answer get(int first, String user, String path) {
        return send(first, path, request(user).GET());
    }

    private static HttpRequest.Builder request(String user) {
        String credentials = Base64.getEncoder().encodeToString((user + ":demo").getBytes(StandardCharsets.UTF_8));
        return HttpRequest.newBuilder()
                .timeout(ONE_ATTEMPT)
                .header("Accept", "application/json")
                .header("Authorization", "Basic " + credentials);
    }

    private Answer send(int first, String path, HttpRequest.Builder request) {
        long start = System.nanoTime();
        String last = "";
        for (int attempt = 0; System.nanoTime() - start < ALL_ATTEMPTS.toNanos(); attempt++) {
            URI address = URI.create(cluster.url((first + attempt) % Cluster.size()) + path);
            try {
                HttpResponse<String> response = HTTP.send(request.uri(address).build(), BodyHandlers.ofString());
                if (response.statusCode() != UNAVAILABLE) {
                    return answer(response, attempt > 0);
                }
                last = response.body();
            } catch (IOException e) {
                last = e.toString();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
            sentAgain.incrementAndGet();
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        throw new AssertionError("no answer to %s in %s: %s".formatted(path, ALL_ATTEMPTS, last));
    }

    private Answer answer(HttpResponse<String> response, boolean sentAgain) {
        if (response.statusCode() > UNAVAILABLE || response.statusCode() == 500 || response.statusCode() == 401) {
            throw new AssertionError(response + " " + response.body());
        }
        answered.incrementAndGet();
        return new Answer(
                response.statusCode(), response.body().isEmpty() ? null : Json.read(response.body()), sentAgain);
    }
}
