package dev.baton.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.json.Json;
import dev.baton.testing.Baton;
import java.io.IOException;

/** Baton over HTTP, signed in with an API token. */
final class HttpLife implements Life {

    private final Post api;
    private final String lifecycle;
    private final String result;

    HttpLife(Baton baton) {
        this(
                new Post(
                        baton.url() + "/api",
                        "Bearer "
                                + baton.admin()
                                        .post("/api/tokens", "{\"user\":\"worker-1\",\"name\":\"benchmark\"}")
                                        .expect(201)
                                        .json()
                                        .get("token")
                                        .asText()),
                "work-queue",
                "{}");
    }

    /** With a lifecycle that has the triggers of {@code work-queue}, and the payload of the last one. */
    HttpLife(Post api, String lifecycle, String result) {
        this.api = api;
        this.lifecycle = lifecycle;
        this.result = result;
    }

    @Override
    public void live() throws IOException {
        api.send("create", "/tasks", "{\"lifecycle\":\"%s\",\"title\":\"a task\"}".formatted(lifecycle));
        JsonNode task =
                Json.read(api.send("claim", "/claims", "{\"lifecycle\":\"%s\",\"wait\":5}".formatted(lifecycle)));
        step(task, "start", "start", "{}");
        step(task, "complete", "succeed", result);
    }

    private void step(JsonNode task, String step, String trigger, String payload) throws IOException {
        int epoch = task.get("lease").get("epoch").asInt();
        api.send(
                step,
                "/tasks/" + task.get("id").asText() + "/transitions",
                "{\"trigger\":\"%s\",\"leaseEpoch\":%d,\"payload\":%s}".formatted(trigger, epoch, payload));
    }

    @Override
    public void disconnect() {
        api.disconnect();
    }
}
