package dev.baton.testing;

import dev.baton.testing.Caller.Answer;
import java.util.LinkedHashMap;
import java.util.Map;

/** A deployment through Camunda's own REST, as the Modeler makes it. */
public final class Deployment {

    private static final String BOUNDARY = "----a-line-that-no-file-has";

    private final Map<String, String> fields = new LinkedHashMap<>();
    private final Map<String, String> files = new LinkedHashMap<>();

    public Deployment field(String name, String value) {
        fields.put(name, value);
        return this;
    }

    public Deployment file(String name, String text) {
        files.put(name, text);
        return this;
    }

    public Answer by(Caller caller) {
        return send(caller, "POST", "/engine-rest/deployment/create");
    }

    /** The same files as one request to our own API. */
    public Answer send(Caller caller, String method, String path) {
        StringBuilder body = new StringBuilder();
        fields.forEach((name, value) -> part(body, "name=\"" + name + "\"", value));
        files.forEach((name, text) -> part(
                body,
                "name=\"" + name + "\"; filename=\"" + name + "\"\r\nContent-Type: application/octet-stream",
                text));
        body.append("--").append(BOUNDARY).append("--\r\n");
        return caller.send(method, path, body.toString(), "multipart/form-data; boundary=" + BOUNDARY);
    }

    private static void part(StringBuilder body, String head, String content) {
        body.append("--")
                .append(BOUNDARY)
                .append("\r\nContent-Disposition: form-data; ")
                .append(head);
        body.append("\r\n\r\n").append(content).append("\r\n");
    }
}
