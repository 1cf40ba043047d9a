package dev.baton.webhook;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A POST to a receiver over HTTP/1.1. It connects to an address that was checked before, which the JDK's client can't do: that
 * one resolves the name by itself. Redirects are not followed, and of the answer only the status is used.
 */
final class WebhookRequest {

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([1-5]\\d\\d)( .*)?");
    private static final int MAX_LINE = 8 * 1024;
    private static final int MAX_LINES = 500;
    private static final int MAX_IGNORED = 64 * 1024;
    private static final int IGNORE_MILLIS = 500;

    private final URI url;
    private final Map<String, String> headers;
    private final byte[] body;

    WebhookRequest(URI url, Map<String, String> headers, String body) {
        this.url = url;
        this.headers = headers;
        this.body = body.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * @param timeout for everything: the connection, the handshake and the answer
     * @param timer closes the connection when the time is up
     * @return the HTTP status of the answer
     */
    int send(InetAddress address, Duration timeout, ScheduledExecutorService timer) throws IOException {
        try (Socket socket = new Socket()) {
            Future<?> end = timer.schedule(() -> close(socket), timeout.toMillis(), TimeUnit.MILLISECONDS);
            try {
                socket.setSoTimeout((int) timeout.toMillis());
                socket.connect(new InetSocketAddress(address, port()), (int) timeout.toMillis());
                return exchange(isSecure() ? secured(socket) : socket);
            } catch (IOException e) {
                throw socket.isClosed() ? new IOException("no answer within " + timeout, e) : e;
            } finally {
                end.cancel(false);
            }
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // it is closed anyway
        }
    }

    private boolean isSecure() {
        return url.getScheme().equalsIgnoreCase("https");
    }

    private int port() {
        int usual = isSecure() ? 443 : 80;
        return url.getPort() < 0 ? usual : url.getPort();
    }

    /** The certificate has to be for the name in the URL, whichever address it has. */
    private SSLSocket secured(Socket socket) throws IOException {
        SSLSocket secured = (SSLSocket) trusted().getSocketFactory().createSocket(socket, url.getHost(), port(), false);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        try {
            secured.startHandshake();
        } catch (SSLHandshakeException e) {
            throw socket.isClosed()
                    ? e
                    : new IOException("the receiver's certificate was refused: " + e.getMessage(), e);
        }
        return secured;
    }

    /** What the JVM trusts: {@code javax.net.ssl.trustStore} adds the certificates of private authorities. */
    private static SSLContext trusted() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private int exchange(Socket socket) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(head().getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        out.flush();
        InputStream in = new BufferedInputStream(socket.getInputStream());
        int status = status(in);
        ignoreRest(socket, in);
        return status;
    }

    private String head() {
        URI ascii = URI.create(url.toASCIIString());
        String path = ascii.getRawPath() == null || ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath();
        StringBuilder head = new StringBuilder("POST ").append(path);
        if (ascii.getRawQuery() != null) {
            head.append('?').append(ascii.getRawQuery());
        }
        head.append(" HTTP/1.1\r\nHost: ").append(ascii.getRawAuthority());
        headers.forEach(
                (name, value) -> head.append("\r\n").append(name).append(": ").append(value));
        return head.append("\r\nContent-Type: application/json\r\nContent-Length: ")
                .append(body.length)
                .append("\r\nUser-Agent: Baton\r\nConnection: close\r\n\r\n")
                .toString();
    }

    /** The status of the final answer; there may be interim ones before it. */
    private static int status(InputStream in) throws IOException {
        int lines = 0;
        while (true) {
            Matcher matcher = STATUS.matcher(line(in));
            if (!matcher.matches()) {
                throw new IOException("the answer is not HTTP/1.1");
            }
            int status = Integer.parseInt(matcher.group(1));
            if (status >= 200) {
                return status;
            }
            while (!line(in).isEmpty()) {
                if (++lines > MAX_LINES) {
                    throw new IOException("the answer has too many headers");
                }
            }
        }
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0 || line.size() >= MAX_LINE) {
                throw new IOException(b < 0 ? "the connection was closed without an answer" : "the answer is too long");
            }
            line.write(b);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    /** Reads some of the body, so that a receiver that is still writing does not fail; what it says does not matter. */
    private static void ignoreRest(Socket socket, InputStream in) {
        try {
            socket.setSoTimeout(IGNORE_MILLIS);
            byte[] ignored = new byte[8 * 1024];
            int total = 0;
            for (int n = in.read(ignored); n >= 0 && total < MAX_IGNORED; n = in.read(ignored)) {
                total += n;
            }
        } catch (IOException e) {
            // the status is known
        }
    }
}
