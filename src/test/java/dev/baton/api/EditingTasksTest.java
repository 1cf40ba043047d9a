package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.util.List;

/** Title, priority and settings of a running task can be changed, and the history says by whom. */
class EditingTasksTest {

    @OnBothDatabases
    void whatIsChangedIsInTheTaskAndInItsHistory(Baton baton) {
        String id = baton.create("work-queue");
        JsonNode task = patch(baton.as("lead"), id, """
                {"title":"A better title","priority":3,"claimTimeout":"PT5M"}""").expect(200).json();
        assertThat(task.get("title").asText()).isEqualTo("A better title");
        assertThat(task.get("priority").asInt()).isEqualTo(3);
        assertThat(task.at("/data/claimTimeout").asText()).isEqualTo("PT5M");
        List<JsonNode> history = baton.history(id);
        JsonNode last = history.get(history.size() - 1);
        assertThat(last.get("kind").asText()).isEqualTo("edit");
        assertThat(last.get("actor").asText()).isEqualTo("lead");
        assertThat(last.at("/payload/title/after").asText()).isEqualTo("A better title");
        assertThat(last.at("/payload/priority/before").asInt()).isEqualTo(100);
        assertThat(last.get("from")).isEqualTo(last.get("to"));
    }

    @OnBothDatabases
    void theSamePriorityDecidesWhoIsClaimedFirst(Baton baton) {
        String first = baton.create("work-queue");
        String second = baton.create("work-queue");
        patch(baton.admin(), second, "{\"priority\":-1000000}").expect(200);
        assertThat(baton.as("worker-1")
                        .post("/api/claims", "{\"lifecycle\":\"work-queue\"}")
                        .expect(200)
                        .json()
                        .get("id")
                        .asText())
                .isEqualTo(second)
                .isNotEqualTo(first);
    }

    @OnBothDatabases
    void itIsForCreatorAssigneeAndSupervisors(Baton baton) {
        String id = Baton.newId();
        baton.as("intern")
                .post("/api/tasks", "{\"lifecycle\":\"work-queue\",\"id\":\"" + id + "\"}")
                .expect(201);
        for (String user : List.of("intern", "lead", "human", "admin")) {
            patch(baton.as(user), id, "{\"title\":\"by " + user + "\"}").expect(200);
        }
        patch(baton.as("worker-2"), id, "{\"title\":\"mine\"}").expect(403);
        assertThat(baton.task(id).get("title").asText()).isEqualTo("by admin");
    }

    @OnBothDatabases
    void whatCannotBeChangedIsSaid(Baton baton) {
        String id = baton.create("work-queue");
        for (String body : List.of("{\"title\":\" \"}", "{\"state\":\"completed\"}", "{\"priority\":\"high\"}")) {
            Problem.of(patch(baton.admin(), id, body), 400);
        }
        assertThat(Problem.of(patch(baton.admin(), id, "{\"budgetUsd\":5}"), 422)
                        .detail())
                .contains("budgetUsd", "work-queue");
        assertThat(Problem.of(patch(baton.admin(), id, "{\"claimTimeout\":\"soon\"}"), 422)
                        .detail())
                .contains("claimTimeout", "PT10M");
        Problem.of(patch(baton.admin(), "no-such-task", "{\"priority\":1}"), 404);
        baton.admin().delete("/api/tasks/" + id, "{\"reason\":\"not needed\"}").expect(204);
        Problem.of(patch(baton.admin(), id, "{\"priority\":1}"), 409);
    }

    @OnBothDatabases
    void tasklistShowsTheNewTitleAndPriority(Baton baton) {
        String id = baton.create("peer-review", "{\"criticality\":\"complex\"}");
        baton.as("worker-1").move(id, "start", "{}").expect(200);
        baton.as("worker-1").move(id, "complete", "{\"result\":\"done\"}").expect(200);
        baton.as("lead")
                .move(id, "start-review", "{\"reviewers\":[\"reviewer-1\",\"reviewer-2\"]}")
                .expect(200);
        List<String> names =
                baton.engine().getTaskService().createTaskQuery().processInstanceBusinessKey(id).list().stream()
                        .map(userTask -> userTask.getName())
                        .toList();
        patch(baton.admin(), id, "{\"title\":\"Another title\",\"priority\":1}").expect(200);
        for (String title : List.of("e", "x".repeat(500), "Another title")) {
            patch(baton.admin(), id, "{\"title\":\"" + title + "\"}").expect(200);
        }
        var userTasks = baton.engine()
                .getTaskService()
                .createTaskQuery()
                .processInstanceBusinessKey(id)
                .list();
        assertThat(userTasks).hasSizeGreaterThan(1).allSatisfy(userTask -> {
            assertThat(userTask.getName()).isEqualTo(names.get(0).replace(id, "Another title"));
            assertThat(userTask.getPriority()).isEqualTo(1);
        });
    }

    private static Caller.Answer patch(Caller caller, String id, String body) {
        return caller.send("PATCH", "/api/tasks/" + id, body, "application/json");
    }
}
