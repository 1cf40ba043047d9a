package dev.baton.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Predicate;

/** A listener to the stream of events; it holds no thread. */
public final class Listening implements AutoCloseable, Flow.Subscriber<String> {

    /** One event as it came. */
    public record Received(long id, String kind, JsonNode data) {}

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final CompletableFuture<HttpResponse<Void>> answer;
    private final CompletableFuture<Integer> status = new CompletableFuture<>();
    private final List<Received> events = new ArrayList<>();
    private final List<String> problem = new ArrayList<>();
    private Flow.Subscription subscription;
    private long id;
    private String kind;
    private int comments;
    private boolean ended;

    private Listening(HttpRequest request) {
        answer = HTTP.sendAsync(request, info -> {
            status.complete(info.statusCode());
            return BodyHandlers.fromLineSubscriber(this).apply(info);
        });
        answer.whenComplete((response, failure) -> end());
    }

    /** @param query such as {@code ?task=t-1}, or empty */
    public static Listening to(Baton baton, String user, String query) {
        return open(baton, Caller.basic(user, "demo"), query, null);
    }

    /** Connects again with the number of the last event. */
    public static Listening after(Baton baton, String query, long last) {
        return open(baton, Caller.basic("admin", "demo"), query, last);
    }

    public static Listening withToken(Baton baton, String token, String query) {
        return open(baton, "Bearer " + token, query, null);
    }

    private static Listening open(Baton baton, String authorization, String query, Long last) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(baton.url() + "/api/events" + query))
                .header("Authorization", authorization)
                .header("Accept", "text/event-stream");
        if (last != null) {
            request.header("Last-Event-ID", String.valueOf(last));
        }
        return new Listening(request.build());
    }

    /** Waits until the server has answered. */
    public Listening opened() {
        assertThat(status.orTimeout(20, java.util.concurrent.TimeUnit.SECONDS).join())
                .isEqualTo(200);
        return this;
    }

    public int status() {
        return status.join();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscribed) {
        subscription = subscribed;
        subscribed.request(Long.MAX_VALUE);
    }

    @Override
    public synchronized void onNext(String line) {
        if (line.startsWith("id: ")) {
            id = Long.parseLong(line.substring(4));
        } else if (line.startsWith("event: ")) {
            kind = line.substring(7);
        } else if (line.startsWith("data: ")) {
            events.add(new Received(id, kind, Json.read(line.substring(6))));
        } else if (line.startsWith(":")) {
            comments++;
        } else {
            problem.add(line);
        }
        notifyAll();
    }

    @Override
    public void onError(Throwable failure) {
        end();
    }

    @Override
    public void onComplete() {
        end();
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }

    public synchronized List<Received> events() {
        return List.copyOf(events);
    }

    public synchronized String problem() {
        return String.join("\n", problem);
    }

    /** Waits until something is true. */
    public synchronized Listening until(Predicate<Listening> wanted) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!wanted.test(this)) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            assertThat(left).as("it came in time; so far %s", events).isPositive();
            try {
                wait(left);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        return this;
    }

    public Listening untilEvents(int count) {
        return until(listening -> listening.events.size() >= count);
    }

    public Listening untilEnded() {
        return until(listening -> listening.ended);
    }

    public synchronized int comments() {
        return comments;
    }

    @Override
    public void close() {
        if (subscription != null) {
            subscription.cancel();
        }
        answer.cancel(true);
    }
}
