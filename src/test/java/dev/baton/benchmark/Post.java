package dev.baton.benchmark;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Posts JSON on one open connection a thread, with as little work as can be: server and clients share the processor, and
 * the server is to be measured.
 */
final class Post {

    private record Line(Socket socket, InputStream in) {}

    private final URI url;
    private final String header;
    private final ThreadLocal<Line> line = new ThreadLocal<>();

    Post(String url, String authorization) {
        this.url = URI.create(url);
        this.header = " HTTP/1.1\r\nHost: " + this.url.getAuthority() + "\r\nContent-Type: application/json\r\n"
                + (authorization == null ? "" : "Authorization: " + authorization + "\r\n")
                + "Content-Length: ";
    }

    String send(String path, String json) throws IOException {
        if (line.get() == null) {
            line.set(open());
        }
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        String request = "POST " + url.getPath() + path + header + body.length + "\r\n\r\n" + json;
        line.get().socket().getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        return answer(path, line.get().in());
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
