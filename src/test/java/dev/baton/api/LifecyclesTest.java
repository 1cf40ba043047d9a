package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.ErrandDiagram;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.util.List;

class LifecyclesTest {

    @OnBothDatabases
    void theListCountsTasksByState(Baton baton) {
        String key = ErrandDiagram.newKey();
        ErrandDiagram.put(baton, key, ErrandDiagram.diagram(key));
        baton.create(key);
        baton.create(key);
        baton.as("human").move(baton.create(key), "drop", "{}").expect(200);
        JsonNode listed = Json.list(
                        baton.as("intern").get("/api/lifecycles").expect(200).json())
                .stream()
                .filter(lifecycle -> lifecycle.get("key").asText().equals(key))
                .findFirst()
                .orElseThrow();
        assertThat(listed.get("version").asInt()).isEqualTo(1);
        assertThat(listed.get("name").asText()).isEqualTo("Errand");
        assertThat(listed.get("description").asText()).startsWith("A lifecycle that exists for the tests only");
        assertThat(listed.get("tasks").get("open").asInt()).isEqualTo(2);
        assertThat(listed.get("tasks").get("expired").asInt()).isEqualTo(1);
    }

    @OnBothDatabases
    void theTableIsReadOffTheDiagram(Baton baton) {
        JsonNode table =
                baton.as("intern").get("/api/lifecycles/errand").expect(200).json();
        assertThat(table.get("key").asText()).isEqualTo("errand");
        assertThat(table.get("version").asInt()).isPositive();
        assertThat(Json.list(table.get("states")).stream().map(LifecyclesTest::state))
                .contains("open agent", "checking person", "packing nobody", "done nobody end", "cancelled nobody end");
        assertThat(Json.list(table.get("transitions")).stream().map(LifecyclesTest::transition))
                .contains(
                        "open -take-> working actor",
                        "open -expire-> expired timer",
                        "working -deliver-> packing actor",
                        "working -try-> checking actor",
                        "checking -approve-> done actor",
                        "checking -approve-> working actor",
                        "open -cancel-> cancelled actor")
                .anyMatch(transition -> transition.startsWith("packing") && transition.endsWith("checking automatic"));
    }

    @OnBothDatabases
    void theDiagramComesBackAsItWasDrawn(Baton baton) {
        Answer answer = baton.as("intern").get("/api/lifecycles/errand/bpmn").expect(200);
        assertThat(answer.header("Content-Type")).startsWith("application/xml");
        assertThat(answer.body()).isEqualTo(ErrandDiagram.diagram("errand"));
    }

    @OnBothDatabases
    void theSameMachineComesAsMermaid(Baton baton) {
        Answer answer = baton.as("intern").get("/api/lifecycles/errand/mermaid").expect(200);
        assertThat(answer.header("Content-Type")).startsWith("text/plain");
        assertThat(answer.body()).startsWith("stateDiagram-v2");
        assertThat(answer.body().lines().map(String::strip))
                .contains("[*] --> open", "open --> working: take", "done --> [*]");
    }

    @OnBothDatabases
    void anUnknownLifecycleIsNotFound(Baton baton) {
        for (String path : List.of("", "/bpmn", "/mermaid")) {
            Problem.of(baton.admin().get("/api/lifecycles/no-such" + path), 404);
        }
        Problem.of(baton.admin().post("/api/lifecycles/no-such/migrations", "{\"from\":1,\"to\":2}"), 404);
    }

    private static String state(JsonNode state) {
        return state.get("name").asText() + " " + state.get("waitsFor").asText()
                + (state.get("terminal").asBoolean() ? " end" : "");
    }

    private static String transition(JsonNode t) {
        return t.get("from").asText() + " -" + t.get("trigger").asText() + "-> "
                + t.get("to").asText() + " " + t.get("kind").asText();
    }
}
