package dev.baton.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Receivers that answer oddly, slowly or without end. */
class WebhookRequestTest {

    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    @Test
    void theNameOfTheUrlIsSentButTheGivenAddressIsConnectedTo() throws IOException {
        assertThat(answer("HTTP/1.1 201 Created\r\n\r\n", "http://name.invalid", Duration.ofSeconds(5)))
                .isEqualTo(201);
    }

    @Test
    void interimAnswersAreSkipped() throws IOException {
        assertThat(answer(
                        "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n",
                        "http://name.invalid",
                        Duration.ofSeconds(5)))
                .isEqualTo(204);
    }

    @Test
    void whatIsNoHttpIsAFailure() {
        assertThatThrownBy(() -> answer("220 mail.example.org ESMTP\r\n", "http://x.invalid", Duration.ofSeconds(5)))
                .hasMessageContaining("not HTTP");
        assertThatThrownBy(() -> answer("x".repeat(100_000), "http://x.invalid", Duration.ofSeconds(5)))
                .hasMessageContaining("too long");
        assertThatThrownBy(() -> answer("", "http://x.invalid", Duration.ofSeconds(5)))
                .isInstanceOf(IOException.class);
    }

    @Test
    void aReceiverThatSendsAByteNowAndThenIsCutOff() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread dripping = new Thread(() -> drip(server));
            dripping.start();
            long start = System.nanoTime();
            assertThatThrownBy(() -> request(server, "http://x.invalid")
                            .send(InetAddress.getLoopbackAddress(), Duration.ofMillis(300), timer))
                    .hasMessageContaining("no answer within");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        }
    }

    private static void drip(ServerSocket server) {
        try (Socket socket = server.accept()) {
            while (true) {
                socket.getOutputStream().write('H');
                java.util.concurrent.locks.LockSupport.parkNanos(50_000_000);
            }
        } catch (IOException e) {
            // the other side has had enough
        }
    }

    private int answer(String text, String url, Duration timeout) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread answering = new Thread(() -> {
                try (Socket socket = server.accept()) {
                    socket.getInputStream().read(new byte[4096]);
                    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                    // the test sees it
                }
            });
            answering.start();
            return request(server, url).send(InetAddress.getLoopbackAddress(), timeout, timer);
        }
    }

    private static WebhookRequest request(ServerSocket server, String url) {
        return new WebhookRequest(
                URI.create(url + ":" + server.getLocalPort() + "/hook"), Map.of("X-Baton-Event", "test"), "{}");
    }
}
