package dev.baton.webhook;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The page on which people look at a task and decide. */
final class TaskLink {

    private TaskLink() {}

    static String of(String baseUrl, String task) {
        return baseUrl + "/tasks/"
                + URLEncoder.encode(task, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
