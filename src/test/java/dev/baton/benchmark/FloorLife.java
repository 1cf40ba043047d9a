package dev.baton.benchmark;

import dev.baton.json.Json;
import java.io.IOException;

/** A life of the application without a process engine. */
record FloorLife(Post api, String result) implements Life {

    @Override
    public void live() throws IOException {
        api.send("create", "/tasks", "{\"title\":\"a task\"}");
        String claimed;
        do { // empty if others have taken all tasks that this claim could see
            claimed = api.send("claim", "/claims", "{\"worker\":\"worker-1\"}");
        } while (claimed.isEmpty());
        String id = Json.read(claimed).get("id").asText();
        api.send("start", "/tasks/" + id + "/start", "{}");
        api.send("complete", "/tasks/" + id + "/complete", "{\"result\":\"%s\"}".formatted(result));
    }

    @Override
    public void disconnect() {
        api.disconnect();
    }
}
