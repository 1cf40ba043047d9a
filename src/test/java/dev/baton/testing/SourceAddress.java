package dev.baton.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.SSLSession;

/** Sends a request from another address of this machine, such as 127.0.0.9; the client of Java 17 can't choose. */
final class SourceAddress {

    private record Received(
            int statusCode,
            HttpRequest request,
            Optional<HttpResponse<String>> previousResponse,
            HttpHeaders headers,
            String body,
            Optional<SSLSession> sslSession,
            URI uri,
            Version version)
            implements HttpResponse<String> {}

    private SourceAddress() {}

    static HttpResponse<String> send(String source, URI uri, String method, Map<String, String> headers, String body)
            throws IOException {
        byte[] content = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
        StringBuilder head = new StringBuilder(method + " " + uri.getRawPath()
                + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery()) + " HTTP/1.1\r\n");
        Map<String, String> all = new TreeMap<>(headers);
        all.put("Host", uri.getAuthority());
        all.put("Connection", "close");
        all.put("Content-Length", String.valueOf(content.length));
        all.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        try (Socket socket =
                new Socket(InetAddress.getByName(uri.getHost()), uri.getPort(), InetAddress.getByName(source), 0)) {
            OutputStream out = socket.getOutputStream();
            out.write(head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
            out.write(content);
            out.flush();
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .method(method, HttpRequest.BodyPublishers.noBody())
                    .build();
            return read(socket.getInputStream().readAllBytes(), request);
        }
    }

    private static HttpResponse<String> read(byte[] answer, HttpRequest request) throws IOException {
        String text = new String(answer, StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            throw new IOException("no answer: " + text);
        }
        String[] lines = text.substring(0, end).split("\r\n");
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 1; i < lines.length; i++) {
            String[] header = lines[i].split(": ?", 2);
            headers.computeIfAbsent(header[0], name -> new ArrayList<>()).add(header[1]);
        }
        String body = text.substring(end + 4);
        boolean chunked = headers.getOrDefault("Transfer-Encoding", List.of()).contains("chunked");
        return new Received(
                Integer.parseInt(lines[0].split(" ")[1]),
                request,
                Optional.empty(),
                HttpHeaders.of(headers, (name, value) -> true),
                utf8(chunked ? joined(body) : body),
                Optional.empty(),
                request.uri(),
                Version.HTTP_1_1);
    }

    private static String joined(String chunks) {
        StringBuilder all = new StringBuilder();
        int at = 0;
        while (at < chunks.length()) {
            int line = chunks.indexOf("\r\n", at);
            int length = Integer.parseInt(chunks.substring(at, line), 16);
            all.append(chunks, line + 2, line + 2 + length);
            at = length == 0 ? chunks.length() : line + 4 + length;
        }
        return all.toString();
    }

    private static String utf8(String bytes) {
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
