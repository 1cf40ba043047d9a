package dev.baton.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** The tests' own lifecycle, and what moves it. */
public final class ErrandDiagram {

    public static final String PLAN = "{\"plan\":{\"steps\":[\"look\"]}}";
    public static final String RESULT = "{\"result\":{\"text\":\"here\"}}";

    private ErrandDiagram() {}

    /** The diagram under another key, so that a test can change it without changing it for the others. */
    public static String diagram(String key) {
        try (InputStream file = ErrandDiagram.class.getResourceAsStream("/lifecycles/errand.bpmn")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("process id=\"errand\"", "process id=\"" + key + "\"")
                    .replace("bpmnElement=\"errand\"", "bpmnElement=\"" + key + "\"");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String newKey() {
        return "errand-" + UUID.randomUUID();
    }

    public static String put(Baton baton, String key, String diagram) {
        baton.deploy(key, diagram);
        return key;
    }

    /** A task that is over. */
    public static String done(Baton baton) {
        String id = baton.create("errand");
        baton.as("human").move(id, "drop", "{}").expect(200);
        return id;
    }
}
