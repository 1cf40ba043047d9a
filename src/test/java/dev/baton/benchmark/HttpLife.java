package dev.baton.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller;

/** Baton over HTTP, signed in with an API token. */
final class HttpLife implements Life {

    private final Caller worker;

    HttpLife(Baton baton) {
        String token = baton.admin()
                .post("/api/tokens", "{\"user\":\"worker-1\",\"name\":\"benchmark\"}")
                .expect(201)
                .json()
                .get("token")
                .asText();
        worker = baton.withToken(token);
    }

    @Override
    public String name() {
        return "(c) Baton, over HTTP";
    }

    @Override
    public void live() {
        worker.post("/api/tasks", "{\"lifecycle\":\"work-queue\",\"title\":\"a task\"}")
                .expect(201);
        JsonNode task = worker.post("/api/claims", "{\"lifecycle\":\"work-queue\",\"wait\":5}")
                .expect(200)
                .json();
        step(task, "start");
        step(task, "succeed");
    }

    private void step(JsonNode task, String trigger) {
        worker.post(
                        "/api/tasks/" + task.get("id").asText() + "/transitions",
                        "{\"trigger\":\"%s\",\"leaseEpoch\":%d}"
                                .formatted(
                                        trigger, task.get("lease").get("epoch").asInt()))
                .expect(200);
    }
}
