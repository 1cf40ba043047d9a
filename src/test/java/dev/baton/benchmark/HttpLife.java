package dev.baton.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.json.Json;
import dev.baton.testing.Baton;
import java.io.IOException;

/** Baton over HTTP, signed in with an API token. */
final class HttpLife implements Life {

    private final Post api;

    HttpLife(Baton baton) {
        String token = baton.admin()
                .post("/api/tokens", "{\"user\":\"worker-1\",\"name\":\"benchmark\"}")
                .expect(201)
                .json()
                .get("token")
                .asText();
        api = new Post(baton.url() + "/api", "Bearer " + token);
    }

    @Override
    public String name() {
        return "(c) Baton, over HTTP";
    }

    @Override
    public void live() throws IOException {
        api.send("/tasks", "{\"lifecycle\":\"work-queue\",\"title\":\"a task\"}");
        JsonNode task = Json.read(api.send("/claims", "{\"lifecycle\":\"work-queue\",\"wait\":5}"));
        step(task, "start");
        step(task, "succeed");
    }

    private void step(JsonNode task, String trigger) throws IOException {
        int epoch = task.get("lease").get("epoch").asInt();
        api.send(
                "/tasks/" + task.get("id").asText() + "/transitions",
                "{\"trigger\":\"%s\",\"leaseEpoch\":%d}".formatted(trigger, epoch));
    }
}
