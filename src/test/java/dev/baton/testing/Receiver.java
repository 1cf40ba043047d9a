package dev.baton.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToIntFunction;
import javax.net.ssl.SSLContext;

/** A system that receives webhooks and answers as a test wants. */
public final class Receiver implements AutoCloseable {

    /** One request. */
    public record Received(String event, String delivery, String timestamp, String signature, String body) {

        public JsonNode json() {
            return Json.read(body);
        }

        public String task() {
            return json().path("task").asText();
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private volatile ToIntFunction<Received> answer = request -> 200;

    public Receiver() {
        this(null);
    }

    /** @param secure for HTTPS; null for HTTP */
    public Receiver(SSLContext secure) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try {
            if (secure == null) {
                server = HttpServer.create(address, 0);
            } else {
                server = HttpsServer.create(address, 0);
                ((HttpsServer) server).setHttpsConfigurator(new HttpsConfigurator(secure));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::receive);
        server.start();
    }

    public String url() {
        return url("127.0.0.1");
    }

    public String url(String host) {
        String scheme = server instanceof HttpsServer ? "https" : "http";
        return scheme + "://" + host + ":" + server.getAddress().getPort() + "/hook?x=1";
    }

    /** The answer may wait; each request has a thread. */
    public Receiver answering(ToIntFunction<Received> status) {
        answer = status;
        return this;
    }

    private void receive(HttpExchange exchange) throws IOException {
        Received request = new Received(
                exchange.getRequestHeaders().getFirst("X-Baton-Event"),
                exchange.getRequestHeaders().getFirst("X-Baton-Delivery"),
                exchange.getRequestHeaders().getFirst("X-Baton-Timestamp"),
                exchange.getRequestHeaders().getFirst("X-Baton-Signature"),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        received.add(request);
        int status = answer.applyAsInt(request);
        if (status / 100 == 3) {
            exchange.getResponseHeaders().set("Location", url());
        }
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    public List<Received> received() {
        return List.copyOf(received);
    }

    /** Waits until that many requests have come. */
    public List<Received> until(int count) {
        Crowd.waitUntil(count + " deliveries", 20, () -> received.size() >= count);
        return received();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
