package dev.baton.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Posts JSON on connections that stay open, with as little work as can be: the server is to be measured, not this. */
record Post(String url, String authorization) {

    static {
        System.setProperty("http.maxConnections", "32"); // what Java keeps open to one server
    }

    String send(String path, String json) throws IOException {
        HttpURLConnection http =
                (HttpURLConnection) URI.create(url + path).toURL().openConnection();
        http.setRequestMethod("POST");
        http.setDoOutput(true);
        http.setRequestProperty("Content-Type", "application/json");
        if (authorization != null) {
            http.setRequestProperty("Authorization", authorization);
        }
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        http.setFixedLengthStreamingMode(body.length);
        http.getOutputStream().write(body);
        int status = http.getResponseCode();
        try (InputStream answer = status < 400 ? http.getInputStream() : http.getErrorStream()) {
            String text = answer == null ? "" : new String(answer.readAllBytes(), StandardCharsets.UTF_8);
            if (status >= 300) {
                throw new IOException(path + " answered " + status + " " + text);
            }
            return text;
        }
    }
}
