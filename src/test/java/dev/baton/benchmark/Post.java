package dev.baton.benchmark;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Sends JSON on one open connection a thread, with as little work as can be: server and clients share the processor, and
 * the server is to be measured. Remembers how long each step took.
 */
final class Post {

    private static final int MAX_ATTEMPTS = 10;

    private record Line(Socket socket, InputStream in) {}

    /** An answer of 500 and above; the connection can be used again. */
    private static final class ServerError extends IOException {
        private static final long serialVersionUID = 1L;

        ServerError(String message) {
            super(message);
        }
    }

    private final URI url;
    private final String header;
    private final ThreadLocal<Line> line = new ThreadLocal<>();
    private final Map<String, List<Long>> times = new LinkedHashMap<>();

    Post(String url, String authorization) {
        this.url = URI.create(url);
        this.header = " HTTP/1.1\r\nHost: " + this.url.getAuthority() + "\r\nContent-Type: application/json\r\n"
                + (authorization == null ? "" : "Authorization: " + authorization + "\r\n")
                + "Content-Length: ";
    }

    /** Posts the body of a step and returns the body of the answer. */
    String send(String path, String json) throws IOException {
        return send("call", path, json);
    }

    String send(String step, String path, String json) throws IOException {
        return send(step, "POST ", path, json);
    }

    /** Like a client of Camunda, whose fetchAndLock answers 500 when another worker ends the same instance meanwhile. */
    String sendAgainAfterErrors(String step, String path, String json) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return send(step, path, json);
            } catch (ServerError e) {
                if (attempt == MAX_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    String get(String step, String path) throws IOException {
        return send(step, "GET ", path, "");
    }

    private String send(String step, String method, String path, String json) throws IOException {
        if (line.get() == null) {
            line.set(open());
        }
        long start = System.nanoTime();
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        String request = method + url.getPath() + path + header + body.length + "\r\n\r\n" + json;
        line.get().socket().getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        String answer = answer(path, line.get().in());
        long nanos = System.nanoTime() - start;
        synchronized (times) {
            times.computeIfAbsent(step, s -> new ArrayList<>()).add(nanos);
        }
        return answer;
    }

    /** How long the calls of each step took since the last call of this, in nanoseconds. */
    Map<String, List<Long>> takeTimes() {
        synchronized (times) {
            Map<String, List<Long>> taken = new LinkedHashMap<>(times);
            times.clear();
            return taken;
        }
    }

    /** Closes the connection of the current thread. */
    void disconnect() {
        try {
            if (line.get() != null) {
                line.get().socket().close();
            }
        } catch (IOException e) {
            // closed either way
        } finally {
            line.remove();
        }
    }

    private Line open() throws IOException {
        Socket socket = new Socket(url.getHost(), url.getPort());
        socket.setTcpNoDelay(true);
        return new Line(socket, new BufferedInputStream(socket.getInputStream()));
    }

    private String answer(String path, InputStream in) throws IOException {
        int status = Integer.parseInt(text(in).split(" ")[1]);
        int length = 0;
        boolean chunked = false;
        for (String field = text(in); !field.isEmpty(); field = text(in)) {
            String lower = field.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(lower.substring(15).strip());
            }
            chunked |= lower.equals("transfer-encoding: chunked");
            if (lower.equals("connection: close")) {
                line.remove();
            }
        }
        String body = chunked ? chunks(in) : new String(in.readNBytes(length), StandardCharsets.UTF_8);
        if (status >= 500) {
            throw new ServerError(path + " answered " + status + " " + body);
        }
        if (status >= 300) {
            throw new IOException(path + " answered " + status + " " + body);
        }
        return body;
    }

    private static String chunks(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int size = size(in); size > 0; size = size(in)) {
            all.write(in.readNBytes(size));
            text(in);
        }
        text(in);
        return all.toString(StandardCharsets.UTF_8);
    }

    private static int size(InputStream in) throws IOException {
        return Integer.parseInt(text(in), 16);
    }

    private static String text(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("The server hung up");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }
}
