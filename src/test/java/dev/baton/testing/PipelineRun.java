package dev.baton.testing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Caller.Answer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A run of a pipeline, seen and moved over the API. */
public record PipelineRun(Caller caller, String id) {

    public static PipelineRun begin(Caller caller, String data) {
        String id = Baton.newId();
        caller.post("/api/tasks", "{\"lifecycle\":\"pipeline\",\"id\":\"%s\",\"data\":%s}".formatted(id, data))
                .expect(201);
        return new PipelineRun(caller, id);
    }

    public static PipelineRun begin(Baton baton) {
        return begin(baton.admin(), "{}");
    }

    /** A run at the first phase of the pipeline for an intent. */
    public static PipelineRun executing(Baton baton, String intent) {
        return executing(baton.admin(), intent, "{}");
    }

    public static PipelineRun executing(Caller caller, String intent, String data) {
        PipelineRun run = begin(caller, data);
        run.classify(intent, "0.9").expect(200);
        run.move("route", "{}").expect(200);
        return run;
    }

    public PipelineRun as(Caller other) {
        return new PipelineRun(other, id);
    }

    public Answer move(String trigger, String payload) {
        return caller.move(id, trigger, payload);
    }

    public Answer classify(String intent, String confidence) {
        return move("classified", "{\"intent\":\"%s\",\"confidence\":%s}".formatted(intent, confidence));
    }

    public Answer succeed(String output, String cost) {
        return move("phase-succeeded", "{\"output\":\"%s\",\"costUsd\":%s}".formatted(output, cost));
    }

    public Answer fail(String error, String cost) {
        return move("phase-failed", "{\"error\":\"%s\",\"costUsd\":%s}".formatted(error, cost));
    }

    /** @param failed the names of checks that fail, beside one that passes */
    public Answer verify(String... failed) {
        String checks = Arrays.stream(failed)
                .map("{\"name\":\"%s\",\"passed\":false,\"details\":\"bad\"}"::formatted)
                .map(check -> check + ",")
                .collect(Collectors.joining());
        return move("verified", "{\"checks\":[%s{\"name\":\"compiles\",\"passed\":true}]}".formatted(checks));
    }

    public Answer cancel(String reason) {
        return move("cancel", "{\"reason\":\"%s\"}".formatted(reason));
    }

    public Answer resume(String body) {
        return caller.post("/api/tasks/" + id + "/resume", body);
    }

    /** The run that takes this one up. */
    public PipelineRun resumed(String body) {
        return new PipelineRun(caller, resume(body).expect(201).json().get("id").asText());
    }

    /** Fails every time for another reason. */
    public void failDifferently(int times) {
        for (int i = 1; i <= times; i++) {
            fail("reason " + i + " of " + attempt(), "0.01").expect(200);
        }
    }

    public JsonNode task() {
        return caller.get("/api/tasks/" + id).expect(200).json();
    }

    public String state() {
        return task().get("state").asText();
    }

    public JsonNode checkpoint() {
        return caller.get("/api/tasks/" + id + "/checkpoint").expect(200).json();
    }

    public String phase() {
        return checkpoint().get("current_phase").asText(null);
    }

    public int attempt() {
        return checkpoint().get("attempt").asInt();
    }

    public String tier() {
        return checkpoint().get("tier").asText();
    }

    public List<JsonNode> records(String name) {
        return Json.list(caller.get("/api/tasks/" + id + "/records/" + name + "?limit=500")
                .expect(200)
                .json()
                .get("records"));
    }

    public List<JsonNode> history() {
        return Json.list(caller.get("/api/tasks/" + id + "/history").expect(200).json());
    }

    /** The states that the run has been in, in their order. */
    public List<String> way() {
        return history().stream()
                .filter(step -> !step.get("kind").asText().equals("within"))
                .map(step -> step.get("to").asText())
                .toList();
    }

    /** Its transitions, each as {@code from -> to}. */
    public List<String> pairs() {
        List<String> way = way();
        List<String> pairs = new ArrayList<>();
        for (int i = 1; i < way.size(); i++) {
            pairs.add(way.get(i - 1) + " -> " + way.get(i));
        }
        return pairs;
    }
}
