package dev.baton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Sends a request byte by byte as it is written, also one that no HTTP client would send. */
public final class RawHttp {

    /** The answer as it came over the wire. */
    public record Answer(int status, String text) {}

    private static final int PATIENCE_MILLIS = 30_000;

    private RawHttp() {}

    /** @param headers each with its line end */
    public static Answer send(String url, String method, String target, String headers) {
        URI server = URI.create(url);
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            String request = method + " " + target + " HTTP/1.1\r\nHost: " + server.getAuthority()
                    + "\r\nConnection: close\r\n" + headers + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            return new Answer(Integer.parseInt(text.split(" ")[1]), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
