package dev.baton.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Calls one server. Redirects are not followed, so the credentials reach no other host. */
public final class ServerClient {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final Set<Integer> AWAY = Set.of(429, 502, 503, 504);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();
    private final URI server;
    private final String authorization;

    public ServerClient(URI server, String authorization) {
        this.server = server;
        this.authorization = authorization;
    }

    public URI server() {
        return server;
    }

    public Answer get(Object path) {
        return send(request(path).GET());
    }

    /** @param key makes the request safe to repeat; null for none */
    public Answer post(Object path, JsonNode body, String key) {
        return post(path, body, key, Duration.ZERO);
    }

    /** @param wait how long the server may wait until it answers */
    public Answer post(Object path, JsonNode body, String key, Duration wait) {
        HttpRequest.Builder request = request(path)
                .timeout(ANSWER.plus(wait))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()));
        if (key != null) {
            request.header("X-Idempotency-Key", key);
        }
        return send(request);
    }

    public Answer xml(String method, Object path, byte[] diagram) {
        BodyPublisher body = BodyPublishers.ofByteArray(diagram);
        return send(request(path).header("Content-Type", "application/xml").method(method, body));
    }

    /** Sends files as a form, each under its name. */
    public Answer multipart(String method, Object path, Map<String, byte[]> files) {
        String boundary = "baton-" + UUID.randomUUID();
        ByteArrayOutputStream form = new ByteArrayOutputStream();
        files.forEach((name, content) -> {
            form.writeBytes(("--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\""
                            + name.replaceAll("[\"\\r\\n]", "_") + "\"\r\n\r\n")
                    .getBytes(StandardCharsets.UTF_8));
            form.writeBytes(content);
            form.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
        });
        form.writeBytes(("--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return send(request(path)
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .method(method, BodyPublishers.ofByteArray(form.toByteArray())));
    }

    /** Opens a stream of server-sent events. */
    InputStream open(Object path, String lastEventId) {
        HttpRequest.Builder request = request(path).setHeader("Accept", "text/event-stream");
        if (lastEventId != null) {
            request.header("Last-Event-ID", lastEventId);
        }
        HttpResponse<InputStream> response = exchange(request, BodyHandlers.ofInputStream());
        if (response.statusCode() == 200) {
            return response.body();
        }
        try (InputStream body = response.body()) {
            throw failure(response.statusCode(), response.headers(), new String(body.readNBytes(100_000)));
        } catch (IOException e) {
            throw away(e);
        }
    }

    private HttpRequest.Builder request(Object path) {
        return HttpRequest.newBuilder(URI.create(server + path.toString()))
                .timeout(ANSWER)
                .header("Accept", "application/json, application/problem+json, */*")
                .header("Authorization", authorization);
    }

    private Answer send(HttpRequest.Builder request) {
        HttpResponse<String> response = exchange(request, BodyHandlers.ofString());
        int status = response.statusCode();
        if (status >= 300) {
            throw failure(status, response.headers(), response.body());
        }
        return new Answer(status, response.body(), date(response.headers()));
    }

    private <T> HttpResponse<T> exchange(HttpRequest.Builder request, HttpResponse.BodyHandler<T> body) {
        try {
            return http.send(request.build(), body);
        } catch (IOException e) {
            throw away(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerAway("The request was interrupted", Duration.ZERO);
        }
    }

    private ServerAway away(IOException e) {
        String why = e instanceof HttpTimeoutException
                ? "it did not answer in time"
                : e instanceof ConnectException
                        ? "the connection was refused"
                        : e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return new ServerAway("No answer from " + server + ": " + why, Duration.ZERO);
    }

    private RuntimeException failure(int status, HttpHeaders headers, String body) {
        if (status < 400) {
            return new ServerProblem(
                    status,
                    "The server answered with a redirect to "
                            + headers.firstValue("Location").orElse("nowhere") + ". Use that address if you trust it.");
        }
        ServerProblem problem = ServerProblem.of(status, body);
        return AWAY.contains(status)
                ? new ServerAway(server + " is not ready: " + problem.getMessage(), retryAfter(headers))
                : problem;
    }

    private static Duration retryAfter(HttpHeaders headers) {
        try {
            return headers.firstValue("Retry-After")
                    .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
                    .orElse(Duration.ZERO);
        } catch (NumberFormatException e) {
            return Duration.ZERO;
        }
    }

    private static Instant date(HttpHeaders headers) {
        try {
            return headers.firstValue("Date")
                    .map(date -> Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)))
                    .orElseGet(Instant::now);
        } catch (DateTimeException e) {
            return Instant.now();
        }
    }
}
