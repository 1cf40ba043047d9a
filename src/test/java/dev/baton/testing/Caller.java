package dev.baton.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** An HTTP client of a server, with credentials. */
public final class Caller {

    /** The response. */
    public record Answer(int status, String body, HttpResponse<String> response) {

        public Answer expect(int wanted) {
            assertThat(status)
                    .as("%s %s answered %s", response.request().method(), response.uri(), body)
                    .isEqualTo(wanted);
            return this;
        }

        public JsonNode json() {
            return Json.read(body);
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse(null);
        }
    }

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final String url;
    private final String authorization;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private String source;

    Caller(String url, String authorization) {
        this.url = url;
        this.authorization = authorization;
    }

    public static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    public Caller with(String header, String value) {
        Caller other = new Caller(url, authorization);
        other.source = source;
        other.headers.putAll(headers);
        other.headers.put(header, value);
        return other;
    }

    /** The same caller from another address of this machine, such as 127.0.0.9. */
    public Caller from(String address) {
        Caller other = new Caller(url, authorization);
        other.source = address;
        other.headers.putAll(headers);
        return other;
    }

    public Answer get(String path) {
        return send("GET", path, null, null);
    }

    public Answer post(String path, String json) {
        return send("POST", path, json, "application/json");
    }

    public Answer put(String path, String body, String type) {
        return send("PUT", path, body, type);
    }

    public Answer delete(String path, String json) {
        return send("DELETE", path, json, "application/json");
    }

    /** Takes an arrow. */
    public Answer move(String task, String trigger, String payload) {
        return move(task, trigger, payload, null);
    }

    /** Takes an arrow with the epoch of a lease; null for none. */
    public Answer move(String task, String trigger, String payload, Integer epoch) {
        String lease = epoch == null ? "" : ",\"leaseEpoch\":" + epoch;
        return post(
                "/api/tasks/" + task + "/transitions",
                "{\"trigger\":\"%s\",\"payload\":%s%s}".formatted(trigger, payload, lease));
    }

    public Answer send(String method, String path, String body, String type) {
        if (source != null) {
            return fromSource(method, path, body, type);
        }
        return body == null
                ? exchange(method, path, BodyPublishers.noBody(), null)
                : exchange(method, path, BodyPublishers.ofString(body), type);
    }

    private Answer fromSource(String method, String path, String body, String type) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        if (type != null && body != null) {
            all.put("Content-Type", type);
        }
        if (authorization != null) {
            all.put("Authorization", authorization);
        }
        try {
            HttpResponse<String> response = SourceAddress.send(source, URI.create(url + path), method, all, body);
            return new Answer(response.statusCode(), response.body(), response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Posts a body without a Content-Length. */
    public Answer postStream(String path, byte[] body, String type) {
        return exchange("POST", path, BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)), type);
    }

    private Answer exchange(String method, String path, BodyPublisher body, String type) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + path)).method(method, body);
        if (type != null) {
            request.header("Content-Type", type);
        }
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        headers.forEach(request::header);
        try {
            HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body(), response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
