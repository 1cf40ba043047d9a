package dev.baton.cli.worker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.client.Printable;
import dev.baton.json.Json;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;

/**
 * One piece of work in a repository. Its commit names it in a trailer, so that a worker can see that the work was done and
 * merged by another one that could not report it.
 *
 * @param name the task's id and, if it comes back for more, the round
 * @param folder a name for files and branches
 * @param run tells several runs of the same work apart
 */
record Work(String name, String folder, String title, Instant since, String run) {

    static final String TRAILER = "Baton-Work";

    private static final int LONGEST_TITLE = 72;

    static Work of(JsonNode task, List<String> round, String run) {
        String id = task.path("id").asText();
        ObjectNode values = Json.object();
        values.set("task", task);
        StringBuilder name = new StringBuilder(id);
        round.stream()
                .map(path -> PayloadTemplate.find(path, values))
                .filter(JsonNode::isValueNode)
                .filter(value -> !value.isNull())
                .forEach(value -> name.append('/').append(value.asText().replaceAll("[^A-Za-z0-9._-]", "-")));
        return new Work(name.toString(), folder(id), title(task, id), since(task), run);
    }

    /** Ids can have characters that git does not take in the name of a branch. */
    private static String folder(String id) {
        String plain = id.replaceAll("[^A-Za-z0-9_-]", "-");
        return plain.equals(id) ? id : plain + "-" + Integer.toHexString(id.hashCode());
    }

    private static String title(JsonNode task, String id) {
        String title = Printable.line(task.path("title").asText("")).strip();
        return Printable.cut(title.isEmpty() || title.startsWith("#") ? "Task " + id : title, LONGEST_TITLE);
    }

    private static Instant since(JsonNode task) {
        try {
            return Instant.parse(task.path("createdAt").asText());
        } catch (DateTimeParseException e) {
            return Instant.EPOCH;
        }
    }

    String trailer() {
        return TRAILER + ": " + name;
    }

    String branch() {
        return "baton/" + folder;
    }
}
