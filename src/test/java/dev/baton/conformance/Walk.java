package dev.baton.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Door;
import dev.baton.testing.Json;
import dev.baton.testing.Traces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.exception.NullValueException;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.camunda.bpm.engine.repository.ProcessDefinition;
import org.camunda.bpm.engine.runtime.Job;
import org.camunda.bpm.model.bpmn.instance.FlowNode;
import org.camunda.bpm.model.bpmn.instance.camunda.CamundaProperty;

/** One task of any lifecycle on its way; all that is known of the lifecycle is what the server tells about it. */
final class Walk {

    private static final List<String> USERS =
            List.of("admin", "worker-1", "worker-2", "lead", "human", "intern", "reviewer-1", "security-1");

    private final Baton baton;
    private final String id = Baton.newId();
    private final JsonNode table;
    private final ProcessDefinition definition;
    private final Map<String, String> stateOfElement;
    private final List<String> diary = new ArrayList<>();

    Walk(Baton baton, String lifecycle) {
        this.baton = baton;
        this.table =
                baton.admin().get("/api/lifecycles/" + lifecycle).expect(200).json();
        this.definition = baton.engine()
                .getRepositoryService()
                .createProcessDefinitionQuery()
                .processDefinitionKey(lifecycle)
                .latestVersion()
                .singleResult();
        this.stateOfElement = baton
                .engine()
                .getRepositoryService()
                .getBpmnModelInstance(definition.getId())
                .getModelElementsByType(CamundaProperty.class)
                .stream()
                .filter(p -> p.getCamundaName().equals("state"))
                .collect(Collectors.toMap(p -> element(p), CamundaProperty::getCamundaValue));
    }

    private static String element(CamundaProperty property) {
        return ((FlowNode) property.getParentElement().getParentElement().getParentElement()).getId();
    }

    /** The diagrams that other tests drew have nothing to add. */
    static List<String> lifecycles(Baton baton) {
        return Json.list(baton.admin().get("/api/lifecycles").expect(200).json()).stream()
                .map(lifecycle -> lifecycle.get("key").asText())
                .filter(key -> !key.startsWith("drawing-"))
                .toList();
    }

    /** @return false for a lifecycle that wants to know more of a task than chance can make up */
    boolean begin() {
        Answer answer = baton.admin()
                .post("/api/tasks", "{\"lifecycle\":\"%s\",\"id\":\"%s\"}".formatted(definition.getKey(), id));
        if (answer.status() != 201) {
            assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
            return false;
        }
        agrees();
        return true;
    }

    void step(Random random) {
        int chance = random.nextInt(100);
        if (chance < 10) {
            timer();
        } else if (chance < 25) {
            List<String> names = names("trigger");
            move(random, names.get(random.nextInt(names.size())));
        } else if (chance < 40) {
            List<String> names = names("to");
            target(random, names.get(random.nextInt(names.size())));
        } else {
            List<String> possible =
                    Json.list(baton.admin()
                                    .get("/api/tasks/" + id + "/transitions")
                                    .json()
                                    .get("transitions"))
                            .stream()
                            .map(option -> option.get("trigger").asText())
                            .toList();
            move(random, possible.isEmpty() ? "nothing" : possible.get(random.nextInt(possible.size())));
        }
        agrees();
    }

    private List<String> names(String field) {
        Set<String> names = new LinkedHashSet<>(Set.of("nonsense"));
        table.get("transitions").forEach(t -> names.add(t.get(field).asText()));
        return List.copyOf(names);
    }

    private void move(Random random, String trigger) {
        List<Door> doors = Door.open(baton, id, trigger);
        Door door = doors.get(random.nextInt(doors.size()));
        String user = user(random);
        ObjectNode payload = payload(random, "trigger", trigger);
        attempt(
                "%s by %s through %s with %s".formatted(trigger, user, door, payload),
                () -> door.move(baton, user, id, trigger, payload));
    }

    private void target(Random random, String to) {
        String user = user(random);
        ObjectNode payload = payload(random, "to", to);
        attempt(
                "to %s by %s with %s".formatted(to, user, payload),
                () -> baton.as(user)
                        .post(
                                "/api/tasks/" + id + "/transitions",
                                "{\"to\":\"%s\",\"payload\":%s}".formatted(to, payload)));
    }

    private void attempt(String what, java.util.function.Supplier<Answer> move) {
        var before = Traces.of(baton, id);
        Answer answer = move.get();
        diary.add(answer.status() + " " + what);
        assertThat(answer.status()).as("%s: %s", diary, answer.body()).isLessThan(500);
        if (answer.status() >= 400) {
            assertThat(Traces.of(baton, id))
                    .as("refused, so nothing has changed: %s", diary)
                    .isEqualTo(before);
        }
    }

    /** Whoever works on the task, more often than not. */
    private String user(Random random) {
        String assignee = baton.task(id).path("assignee").asText("admin");
        int chance = random.nextInt(10);
        return chance < 4
                ? (USERS.contains(assignee) ? assignee : "admin")
                : chance < 8 ? "admin" : USERS.get(random.nextInt(USERS.size()));
    }

    private ObjectNode payload(Random random, String field, String value) {
        ObjectNode payload = Baton.JSON.createObjectNode();
        payload.put("ok", random.nextBoolean()).put("score", random.nextInt(10));
        for (JsonNode transition : table.get("transitions")) {
            if (transition.get(field).asText().equals(value)) {
                Json.texts(transition.get("requires"))
                        .forEach(artifact -> payload.set(artifact, new Documents(schema(artifact), random).next()));
            }
        }
        if (random.nextInt(10) == 0 && payload.size() > 2) {
            payload.remove(List.of("ok", "score"));
            payload.put(payload.fieldNames().next(), -1);
        }
        return payload;
    }

    private JsonNode schema(String artifact) {
        try (var text = baton.engine()
                .getRepositoryService()
                .getResourceAsStream(definition.getDeploymentId(), "artifacts/" + artifact + ".schema.json")) {
            return Baton.JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void timer() {
        List<Job> jobs = baton.engine()
                .getManagementService()
                .createJobQuery()
                .processInstanceId(Traces.instance(baton, id))
                .orderByJobDuedate()
                .asc()
                .list();
        if (jobs.isEmpty()) {
            return;
        }
        Date due = jobs.get(0).getDuedate();
        if (due != null && due.after(ClockUtil.getCurrentTime())) {
            ClockUtil.setCurrentTime(new Date(due.getTime() + 1000));
        }
        var before = Traces.of(baton, id);
        try {
            baton.engine().getManagementService().executeJob(jobs.get(0).getId());
            diary.add("timer");
        } catch (ProcessEngineException e) {
            diary.add("timer failed: " + e.getMessage());
            assertThat(Traces.of(baton, id).get("task")).as("%s", diary).isEqualTo(before.get("task"));
        }
    }

    private void agrees() {
        JsonNode task = baton.task(id);
        String state = task.get("state").asText();
        historyKeepsToTheTable(state);
        Set<String> targets = transitions().stream()
                .filter(t -> t.get("from").asText().equals(state))
                .map(t -> t.get("to").asText())
                .collect(Collectors.toSet());
        assertThat(Json.texts(task.get("allowedTransitions")))
                .as("%s", diary)
                .containsExactlyInAnyOrderElementsOf(targets);
        assertThat(task.get("terminal").asBoolean()).as("%s", diary).isEqualTo(terminal(state));
        engineAgrees(state);
    }

    private void historyKeepsToTheTable(String state) {
        List<JsonNode> history = baton.history(id);
        String last = null;
        for (int i = 0; i < history.size(); i++) {
            JsonNode step = history.get(i);
            String from = step.get("from").textValue();
            assertThat(step.get("number").asInt()).as("%s", diary).isEqualTo(i + 1);
            assertThat(from).as("%s", diary).isEqualTo(last);
            last = step.get("to").asText();
            assertThat(legal(from, last, step.get("trigger").textValue()))
                    .as("%s -%s-> %s after %s", from, step.get("trigger"), last, diary)
                    .isTrue();
        }
        assertThat(last).as("%s", diary).isEqualTo(state);
        assertThat(baton.sql()
                        .sql("SELECT moves FROM task WHERE id=?")
                        .param(id)
                        .query(Integer.class)
                        .single())
                .as("%s", diary)
                .isEqualTo(history.size());
    }

    private boolean legal(String from, String to, String trigger) {
        return from == null
                ? Json.texts(table.get("initial")).contains(to)
                : transitions().stream()
                        .anyMatch(t -> t.get("from").asText().equals(from)
                                && t.get("to").asText().equals(to)
                                && java.util.Objects.equals(t.get("trigger").textValue(), trigger));
    }

    /** A running task's token is in its state and nowhere else; after the end there may be work left, but no state. */
    private void engineAgrees(String state) {
        Set<String> active = new HashSet<>();
        try {
            baton.engine()
                    .getRuntimeService()
                    .getActiveActivityIds(Traces.instance(baton, id))
                    .forEach(element -> active.add(stateOfElement.getOrDefault(element, "no state: " + element)));
        } catch (NullValueException e) {
            assertThat(terminal(state)).as("the token is gone: %s", diary).isTrue();
            return;
        }
        if (terminal(state)) {
            assertThat(active).as("%s", diary).allMatch(s -> s.startsWith("no state") || terminal(s));
        } else {
            assertThat(active).as("%s", diary).containsExactly(state);
        }
    }

    private boolean terminal(String state) {
        return Json.list(table.get("states")).stream()
                .anyMatch(s -> s.get("name").asText().equals(state)
                        && s.get("terminal").asBoolean());
    }

    private List<JsonNode> transitions() {
        return Json.list(table.get("transitions"));
    }
}
