package dev.baton.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.claim.LeaseExpiry;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.EntryPoint;
import dev.baton.testing.Json;
import dev.baton.testing.Traces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Date;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
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

    /** What an artifact has to say to be of use; without that, walks would not get far. */
    private static final Map<String, List<String>> WORDS = Map.of(
            "assigneeIds", List.of("worker-1", "worker-2", "intern"),
            "reviewers", List.of("reviewer-1", "reviewer-2", "security-1", "security-2"),
            "intent", List.of("feature", "bug", "docs"),
            "pipeline", List.of("feature", "docs"));

    private final Baton baton;
    private final String id = Baton.newId();
    private final JsonNode table;
    private final ProcessDefinition definition;
    private final Map<String, String> stateOfElement;
    private final Consumer<String> notes;

    /** @param notes what happens on the way */
    Walk(Baton baton, String lifecycle, Consumer<String> notes) {
        this.baton = baton;
        this.notes = notes;
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

    void begin() {
        ObjectNode data = Baton.JSON.createObjectNode();
        for (JsonNode artifact : table.get("start")) {
            if (artifact.get("required").asBoolean()) {
                String name = artifact.get("name").asText();
                data.set(name, document(name, new Random(id.length())));
            }
        }
        Answer answer = baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"%s\",\"id\":\"%s\",\"data\":%s}".formatted(definition.getKey(), id, data))
                .expect(201);
        notes.accept(
                "a new task of " + definition.getKey() + " in " + answer.json().get("state"));
        agrees();
    }

    /** A refusal is fine, an error of the server is not. */
    boolean tryToBegin() {
        ObjectNode data = Baton.JSON.createObjectNode();
        for (JsonNode artifact : table.get("start")) {
            data.set(
                    artifact.get("name").asText(), document(artifact.get("name").asText(), new Random(id.length())));
        }
        Answer answer = baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"%s\",\"id\":\"%s\",\"data\":%s}".formatted(definition.getKey(), id, data));
        notes.accept(answer.status() + " creating it with " + data + " " + answer.body());
        assertThat(answer.status()).isLessThan(500);
        return answer.status() == 201;
    }

    /** Takes the task out of the system, so that no later test meets it. */
    void abandon() {
        baton.admin()
                .send("DELETE", "/api/tasks/" + id, "{\"reason\":\"the walk is over\"}", "application/json")
                .expect(204);
    }

    void step(Random random) {
        int chance = random.nextInt(100);
        if (chance < 30 && waitsForChildren()) {
            endChildren(random);
        } else if (chance < 8) {
            timer();
        } else if (chance < 14) {
            beat(random);
        } else if (chance < 26) {
            List<String> names = names("trigger");
            move(random, names.get(random.nextInt(names.size())));
        } else if (chance < 40) {
            List<String> names = names("to");
            target(random, names.get(random.nextInt(names.size())));
        } else {
            List<String> possible = possible(random.nextInt(4) == 0);
            move(random, possible.isEmpty() ? "nothing" : possible.get(random.nextInt(possible.size())));
        }
        messagesArrive();
        agrees();
    }

    /** What a task sends and what its children say is delivered after the move, and leaves entries in the history. */
    private void messagesArrive() {
        await().atMost(Duration.ofSeconds(20))
                .pollDelay(Duration.ZERO)
                .until(() -> baton.sql()
                        .sql("SELECT count(*) FROM task_message WHERE task_id=? OR sender=?")
                        .params(id, id)
                        .query(Integer.class)
                        .single()
                        .equals(0));
    }

    String state() {
        return baton.state(id);
    }

    /** @param toTheEnd with those that can only end the task; else most walks would be short */
    private List<String> possible(boolean toTheEnd) {
        JsonNode answer = baton.admin()
                .get("/api/tasks/" + id + "/transitions")
                .expect(200)
                .json();
        return Json.list(answer.get("transitions")).stream()
                .filter(option ->
                        toTheEnd || !Json.texts(option.get("to")).stream().allMatch(this::terminal))
                .map(option -> option.get("trigger").asText())
                .toList();
    }

    private List<String> names(String field) {
        Set<String> names = new LinkedHashSet<>(Set.of("nonsense"));
        table.get("transitions").forEach(t -> names.add(t.get(field).asText()));
        return List.copyOf(names);
    }

    private void move(Random random, String trigger) {
        List<EntryPoint> entryPoints = EntryPoint.open(baton, id, trigger);
        EntryPoint entryPoint = entryPoints.get(random.nextInt(entryPoints.size()));
        String user = user(random);
        Integer epoch = epoch(random);
        ObjectNode payload = payload(random, "trigger", trigger);
        attempt(
                "%s by %s through %s with %s and lease %s".formatted(trigger, user, entryPoint, payload, epoch),
                () -> entryPoint.move(baton, user, id, trigger, payload, epoch));
    }

    private void target(Random random, String to) {
        String user = user(random);
        Integer epoch = epoch(random);
        ObjectNode payload = payload(random, "to", to);
        attempt(
                "to %s by %s with %s and lease %s".formatted(to, user, payload, epoch),
                () -> baton.as(user)
                        .post(
                                "/api/tasks/" + id + "/transitions",
                                "{\"to\":\"%s\",\"payload\":%s,\"leaseEpoch\":%s}".formatted(to, payload, epoch)));
    }

    private boolean waitsForChildren() {
        return Json.list(table.get("states")).stream()
                .anyMatch(s -> s.get("name").asText().equals(state())
                        && "children".equals(s.path("until").asText()));
    }

    /** Ends them all, one way or another; the task goes on in a transaction of its own. */
    private void endChildren(Random random) {
        int before = baton.history(id).size();
        for (JsonNode child : Json.list(baton.task(id).get("children"))) {
            String childId = child.get("id").asText();
            boolean done = random.nextBoolean() && completed(childId);
            if (!done && baton.task(childId).get("active").asBoolean()) {
                baton.admin()
                        .delete("/api/tasks/" + childId, "{\"reason\":\"the walk goes on\"}")
                        .expect(204);
            }
        }
        notes.accept("all children end");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> baton.history(id).stream()
                        .skip(before)
                        .anyMatch(step -> !step.get("from").equals(step.get("to"))));
    }

    /** Whether the child, work for other programs, could be completed. */
    private boolean completed(String child) {
        Answer claimed = baton.admin().move(child, "claim", "{}");
        return claimed.status() == 200
                && baton.admin()
                                .move(
                                        child,
                                        "complete",
                                        "{\"text\":\"about it\"}",
                                        claimed.json().at("/lease/epoch").asInt())
                                .status()
                        == 200;
    }

    private void beat(Random random) {
        String user = user(random);
        Integer epoch = epoch(random);
        attempt(
                "heartbeat by %s with lease %s".formatted(user, epoch),
                () -> baton.as(user).post("/api/tasks/" + id + "/heartbeat", "{\"leaseEpoch\":%s}".formatted(epoch)));
    }

    private void attempt(String what, Supplier<Answer> move) {
        var before = Traces.of(baton, id);
        Answer answer = move.get();
        notes.accept(answer.status() + " " + what);
        assertThat(answer.status()).as(answer.body()).isLessThan(500);
        if (answer.status() >= 400) {
            assertThat(Traces.of(baton, id))
                    .as("refused, so nothing has changed")
                    .isEqualTo(before);
        }
    }

    /** Mostly somebody who works on the task or an admin. */
    private String user(Random random) {
        int chance = random.nextInt(10);
        List<String> involved = involved();
        if (chance < 5) {
            return involved.get(random.nextInt(involved.size()));
        }
        return chance < 8 ? "admin" : USERS.get(random.nextInt(USERS.size()));
    }

    private List<String> involved() {
        Set<String> involved = new TreeSet<>(); // in an order that is the same when a seed is used again
        baton.engine()
                .getTaskService()
                .createTaskQuery()
                .processInstanceBusinessKey(id)
                .list()
                .forEach(part -> involved.add(Objects.requireNonNullElse(part.getAssignee(), "admin")));
        involved.add(baton.task(id).path("assignee").asText("admin"));
        return List.copyOf(involved);
    }

    /** The lease that the task has, mostly; at times one that is over or not there yet, or none. */
    private Integer epoch(Random random) {
        int held = baton.task(id).path("lease").path("epoch").asInt();
        int chance = random.nextInt(10);
        if (chance < 7) {
            return held == 0 ? null : (Integer) held;
        }
        return chance == 9 ? null : (Integer) (held + (random.nextBoolean() ? 1 : -1));
    }

    private ObjectNode payload(Random random, String field, String value) {
        ObjectNode payload = Baton.JSON.createObjectNode();
        for (JsonNode transition : table.get("transitions")) {
            if (transition.get(field).asText().equals(value)) {
                Json.texts(transition.get("requires"))
                        .forEach(artifact -> payload.set(artifact, document(artifact, random)));
            }
        }
        if (random.nextInt(10) == 0 && !payload.isEmpty()) {
            payload.put(payload.fieldNames().next(), -1);
        }
        if (definition.getKey().equals("errand") || random.nextInt(10) == 0) {
            payload.put("ok", random.nextBoolean()).put("score", random.nextInt(10));
        }
        return payload;
    }

    private JsonNode document(String artifact, Random random) {
        return new Documents(schema(artifact), random, WORDS.getOrDefault(artifact, List.of())).next();
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

    /** Waits until the next timer of the task is due, be it the engine's or that of a lease, and fires it. */
    private void timer() {
        leaseRunsOut();
        List<Job> jobs = baton.jobs(id);
        if (jobs.isEmpty()) {
            return;
        }
        Date due = jobs.get(0).getDuedate();
        if (due != null) {
            waitUntil(due.toInstant());
        }
        var before = Traces.of(baton, id);
        try {
            baton.engine().getManagementService().executeJob(jobs.get(0).getId());
            notes.accept("timer");
        } catch (ProcessEngineException e) {
            notes.accept("timer failed: " + e.getMessage());
            assertThat(Traces.of(baton, id).get("task")).isEqualTo(before.get("task"));
        }
    }

    private void leaseRunsOut() {
        baton.sql()
                .sql("SELECT timer_due_at FROM task WHERE id=? AND timer_due_at IS NOT NULL")
                .param(id)
                .query(OffsetDateTime.class)
                .optional()
                .ifPresent(due -> {
                    waitUntil(due.toInstant());
                    baton.bean(LeaseExpiry.class).createDueTimers();
                });
    }

    private static void waitUntil(Instant time) {
        if (time.isAfter(ClockUtil.getCurrentTime().toInstant())) {
            ClockUtil.setCurrentTime(Date.from(time.plusSeconds(1)));
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
        assertThat(Json.texts(task.get("allowedTransitions"))).containsExactlyInAnyOrderElementsOf(targets);
        assertThat(task.get("terminal").asBoolean()).isEqualTo(terminal(state));
        engineAgrees(state);
    }

    private void historyKeepsToTheTable(String state) {
        List<JsonNode> history = baton.history(id);
        String last = null;
        for (int i = 0; i < history.size(); i++) {
            JsonNode step = history.get(i);
            String from = step.get("from").textValue();
            assertThat(step.get("number").asInt()).isEqualTo(i + 1);
            assertThat(from).isEqualTo(last);
            last = step.get("to").asText();
            if (Set.of("within", "edit").contains(step.get("kind").asText())) {
                assertThat(last).isEqualTo(from);
                continue;
            }
            assertThat(legal(from, last, step.get("trigger").textValue()))
                    .as("%s -%s-> %s", from, step.get("trigger"), last)
                    .isTrue();
        }
        assertThat(last).isEqualTo(state);
        assertThat(baton.sql()
                        .sql("SELECT moves FROM task WHERE id=?")
                        .param(id)
                        .query(Integer.class)
                        .single())
                .isEqualTo(history.size());
    }

    private boolean legal(String from, String to, String trigger) {
        return from == null
                ? Json.texts(table.get("initial")).contains(to)
                : transitions().stream()
                        .anyMatch(t -> t.get("from").asText().equals(from)
                                && t.get("to").asText().equals(to)
                                && Objects.equals(t.get("trigger").textValue(), trigger));
    }

    /** A running task's token is in its state and nowhere else; after the end there may be work left, but no state. */
    private void engineAgrees(String state) {
        Set<String> active = new HashSet<>();
        try {
            baton.engine()
                    .getRuntimeService()
                    .getActiveActivityIds(Traces.instance(baton, id))
                    .forEach(element ->
                            active.add(stateOfElement.getOrDefault(withoutBody(element), "no state: " + element)));
        } catch (NullValueException e) {
            assertThat(terminal(state)).as("the token is gone").isTrue();
            return;
        }
        if (terminal(state)) {
            assertThat(active).allMatch(s -> s.startsWith("no state") || terminal(s));
        } else {
            assertThat(active).containsExactly(state);
        }
    }

    /** A multi-instance activity has a body around its parts, which the engine names after it. */
    private static String withoutBody(String element) {
        return element.replaceFirst("#multiInstanceBody$", "");
    }

    boolean terminal(String state) {
        return Json.list(table.get("states")).stream()
                .anyMatch(s -> s.get("name").asText().equals(state)
                        && s.get("terminal").asBoolean());
    }

    private List<JsonNode> transitions() {
        return Json.list(table.get("transitions"));
    }
}
