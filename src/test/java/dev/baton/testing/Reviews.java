package dev.baton.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.engine.identity.Identities;
import dev.baton.testing.Caller.Answer;
import java.util.List;
import java.util.stream.Collectors;
import org.camunda.bpm.engine.task.Task;

/** Steps of tasks of the lifecycle "peer-review". The worker is worker-1. */
public final class Reviews {

    public static final String WORKER = "worker-1";

    private Reviews() {}

    public static String create(Baton baton, String criticality) {
        return baton.create("peer-review", "{\"criticality\":\"%s\"}".formatted(criticality));
    }

    public static String createBlockedBy(Baton baton, String blocker) {
        String id = Baton.newId();
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"peer-review\",\"id\":\"%s\",\"blockedBy\":[\"%s\"]}".formatted(id, blocker))
                .expect(201);
        return id;
    }

    public static String inProgress(Baton baton, String criticality) {
        String id = create(baton, criticality);
        baton.as(WORKER).move(id, "start", "{}").expect(200);
        return id;
    }

    public static String pending(Baton baton, String criticality) {
        String id = inProgress(baton, criticality);
        baton.as(WORKER).move(id, "complete", "{\"result\":\"done\"}").expect(200);
        return id;
    }

    /** With two reviewers to come, who have an hour. */
    public static String pendingForAnHour(Baton baton) {
        String id = baton.create("peer-review", "{\"criticality\":\"complex\",\"reviewOverdue\":\"PT1H\"}");
        baton.as(WORKER).move(id, "start", "{}").expect(200);
        baton.as(WORKER).move(id, "complete", "{\"result\":\"done\"}").expect(200);
        return id;
    }

    public static String underReview(Baton baton, String criticality, String... reviewers) {
        String id = pending(baton, criticality);
        startReview(baton, id, reviewers).expect(200);
        return id;
    }

    public static String finalReview(Baton baton) {
        String id = underReview(baton, "standard", "reviewer-1");
        submit(baton, id, "reviewer-1").expect(200);
        return id;
    }

    public static Answer startReview(Baton baton, String id, String... reviewers) {
        return baton.as("lead").move(id, "start-review", "{\"reviewers\":%s}".formatted(names(reviewers)));
    }

    public static Answer submit(Baton baton, String id, String reviewer) {
        return baton.as(reviewer).move(id, "submit-review", review().toString());
    }

    public static ObjectNode review() {
        return Json.object(
                "{\"verdict\":\"approved\",\"findings\":[{\"severity\":\"minor\",\"message\":\"a typo\",\"file\":\"a.md\","
                        + "\"line\":3}]}");
    }

    public static Answer reassign(Baton baton, String user, String id, String from, String to) {
        return baton.as(user)
                .post("/api/tasks/" + id + "/reviews/" + from + "/reassign", "{\"to\":\"%s\"}".formatted(to));
    }

    /** Whom the task waits for. */
    public static List<String> waitingFor(Baton baton, String id) {
        return Json.list(baton.task(id).at("/data/waitingFor")).stream()
                .map(share -> share.get("person").asText())
                .toList();
    }

    public static List<JsonNode> reviews(Baton baton, String id) {
        return Json.list(baton.task(id).at("/data/reviews"));
    }

    public static List<String> reviewers(Baton baton, String id) {
        return reviews(baton, id).stream().map(r -> r.get("reviewer").asText()).toList();
    }

    public static List<Task> userTasks(Baton baton, String id) {
        return baton.engine()
                .getTaskService()
                .createTaskQuery()
                .processInstanceBusinessKey(id)
                .list();
    }

    public static Task userTaskOf(Baton baton, String id, String assignee) {
        return baton.engine()
                .getTaskService()
                .createTaskQuery()
                .processInstanceBusinessKey(id)
                .taskAssignee(assignee)
                .singleResult();
    }

    /** Creates more reviewers than the demo has. */
    public static String[] many(Baton baton, int count) {
        String[] names = new String[count];
        Identities identities = baton.bean(Identities.class);
        for (int i = 0; i < count; i++) {
            names[i] = "reviewer-of-many-" + i;
            if (!identities.knows(names[i])) {
                identities.createUserWithAnyPassword(names[i], "demo", List.of("reviewer"));
            }
        }
        return names;
    }

    private static String names(String... names) {
        return List.of(names).stream().map(n -> "\"" + n + "\"").collect(Collectors.joining(",", "[", "]"));
    }
}
