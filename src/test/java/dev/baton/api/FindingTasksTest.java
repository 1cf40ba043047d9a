package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.util.ArrayList;
import java.util.List;

/** Everybody finds their work by a filter. */
class FindingTasksTest {

    private static final String REVIEW = """
        {"result":"done"}\
        """;

    @OnBothDatabases
    void anAssigneeFindsATaskThatHasSeveral(Baton baton) {
        String id = baton.create("governed");
        baton.as("human")
                .move(id, "assign", "{\"assigneeIds\":[\"worker-1\",\"worker-2\"]}")
                .expect(200);
        for (String user : List.of("worker-1", "worker-2")) {
            assertThat(find(baton, user, "lifecycle=governed&assignee=" + user)).contains(id);
            assertThat(find(baton, user, "mine=true&lifecycle=governed")).contains(id);
        }
        assertThat(find(baton, "human", "lifecycle=governed&assignee=specialist"))
                .doesNotContain(id);
        baton.as("human").move(id, "unassign", "{}").expect(200);
        assertThat(find(baton, "human", "lifecycle=governed&assignee=worker-2")).doesNotContain(id);
    }

    @OnBothDatabases
    void aReviewerFindsTheirReviewsUntilTheyAreDone(Baton baton) {
        String id = baton.create("peer-review", "{\"criticality\":\"complex\"}");
        baton.as("worker-1").move(id, "start", "{}").expect(200);
        baton.as("worker-1").move(id, "complete", REVIEW).expect(200);
        baton.as("lead")
                .move(id, "start-review", "{\"reviewers\":[\"reviewer-1\",\"reviewer-2\"]}")
                .expect(200);
        assertThat(find(baton, "human", "waitingFor=reviewer-1")).contains(id);
        assertThat(find(baton, "reviewer-2", "mine=true")).contains(id);
        baton.as("reviewer-1")
                .move(id, "submit-review", "{\"verdict\":\"approved\",\"findings\":[]}")
                .expect(200);
        assertThat(find(baton, "human", "waitingFor=reviewer-1")).doesNotContain(id);
        assertThat(find(baton, "human", "waitingFor=reviewer-2")).contains(id);
    }

    @OnBothDatabases
    void anApproverFindsWhatIsOfferedToTheirGroup(Baton baton) {
        String id = baton.create("governed");
        baton.as("human").move(id, "assign", "{\"assigneeIds\":[\"worker-1\"]}").expect(200);
        baton.as("worker-1")
                .move(id, "start", "{\"workPlan\":{\"bullets\":[\"a\",\"b\",\"c\"]}}")
                .expect(200);
        baton.as("worker-1")
                .move(id, "request-approval", "{\"reason\":\"dangerous\",\"risk\":\"RED\"}")
                .expect(200);
        assertThat(find(baton, "human", "waitingFor=human&lifecycle=governed")).contains(id);
        assertThat(find(baton, "human", "waitingFor=worker-1&lifecycle=governed"))
                .doesNotContain(id);
        assertThat(risk(baton, id).asText()).isEqualTo("RED");
        baton.as("human")
                .move(id, "decide", "{\"decision\":\"approved\",\"decisionNote\":\"go on\"}")
                .expect(200);
        assertThat(risk(baton, id).isMissingNode()).isTrue();
    }

    private static JsonNode risk(Baton baton, String id) {
        return baton.as("human")
                .get("/api/tasks?lifecycle=governed&q=" + id)
                .expect(200)
                .json()
                .at("/tasks/0/risk");
    }

    @OnBothDatabases
    void partsOfTitleAndIdAreFoundWhateverTheirCase(Baton baton) {
        String id = Baton.newId();
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"errand\",\"id\":\"" + id + "\",\"title\":\"Wash 100%_of the Windows!\"}")
                .expect(201);
        for (String text : List.of("100%25_of", "windows!", "WASH%20100", id, id.substring(2))) {
            assertThat(find(baton, "human", "q=" + text)).as(text).contains(id);
        }
        assertThat(find(baton, "human", "q=100__of")).doesNotContain(id);
        baton.admin()
                .send("PATCH", "/api/tasks/" + id, "{\"title\":\"Clean the doors\"}", "application/json")
                .expect(200);
        assertThat(find(baton, "human", "q=windows!")).doesNotContain(id);
        assertThat(find(baton, "human", "q=the%20doors")).contains(id);
    }

    @OnBothDatabases
    void severalStatesAtOnceAndCountsAgree(Baton baton) {
        String creator = "intern";
        String a = createAs(baton, creator);
        String b = createAs(baton, creator);
        baton.as("worker-1").move(a, "take", "{\"plan\":{\"stops\":[\"x\"]}}");
        for (String states : List.of("state=open&state=working", "state=open,working")) {
            List<String> found = find(baton, "human", "lifecycle=errand&createdBy=" + creator + "&limit=500&" + states);
            assertThat(found).contains(a, b);
            assertThat(baton.admin()
                            .get("/api/tasks/count?lifecycle=errand&createdBy=" + creator + "&" + states)
                            .expect(200)
                            .json()
                            .get("count")
                            .asInt())
                    .isEqualTo(found.size());
        }
    }

    @OnBothDatabases
    void everyOrderPagesWithoutGapOrRepetition(Baton baton) {
        String blocker = baton.create("work-queue");
        List<String> created = new ArrayList<>();
        for (int priority : List.of(5, 1, 5, 3, 1)) {
            String id = Baton.newId();
            created.add(id);
            baton.admin()
                    .post(
                            "/api/tasks",
                            "{\"lifecycle\":\"work-queue\",\"id\":\"%s\",\"priority\":%d,\"blockedBy\":[\"%s\"]}"
                                    .formatted(id, priority, blocker))
                    .expect(201);
        }
        assertThat(pages(baton, "blockedBy=" + blocker + "&sort=created")).isEqualTo(created);
        assertThat(pages(baton, "blockedBy=" + blocker + "&sort=priority"))
                .containsExactly(created.get(1), created.get(4), created.get(3), created.get(0), created.get(2));
        assertThat(pages(baton, "blockedBy=" + blocker + "&sort=entered")).containsExactlyElementsOf(created);
        baton.admin()
                .send("PATCH", "/api/tasks/" + created.get(2), "{\"priority\":9}", "application/json")
                .expect(200);
        assertThat(pages(baton, "blockedBy=" + blocker + "&sort=updated"))
                .hasSize(5)
                .startsWith(created.get(2));
    }

    @OnBothDatabases
    void computedFlagsAreFoundToo(Baton baton) {
        String blocker = baton.create("work-queue");
        String id = Baton.newId();
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"work-queue\",\"id\":\"%s\",\"blockedBy\":[\"%s\"]}".formatted(id, blocker))
                .expect(201);
        assertThat(find(baton, "human", "flag=blocked-by-failed")).doesNotContain(id);
        baton.admin()
                .delete("/api/tasks/" + blocker, "{\"reason\":\"not needed\"}")
                .expect(204);
        assertThat(find(baton, "human", "flag=blocked-by-failed")).contains(id);
        assertThat(find(baton, "human", "flag=abandoned")).contains(blocker);
        assertThat(baton.task(id).at("/blockedBy/0/abandoned").asBoolean()).isTrue();
    }

    @OnBothDatabases
    void abandonedTasksAreLeftOutUnlessAskedFor(Baton baton) {
        String id = baton.create("work-queue");
        baton.as("human")
                .delete("/api/tasks/" + id, "{\"reason\":\"not needed\"}")
                .expect(204);
        JsonNode task = baton.task(id);
        assertThat(task.get("active").asBoolean()).isFalse();
        assertThat(task.get("abandonedAt").isTextual()).isTrue();
        assertThat(task.at("/abandonment/by").asText()).isEqualTo("human");
        assertThat(task.at("/abandonment/reason").asText()).isEqualTo("not needed");
        assertThat(find(
                        baton,
                        "human",
                        "q=" + id + "&state=" + task.get("state").asText()))
                .isEmpty();
        assertThat(find(baton, "human", "q=" + id + "&abandoned=true")).containsExactly(id);
    }

    @OnBothDatabases
    void whatIsUnknownIsRefusedWithWhatExists(Baton baton) {
        refused(baton, "colour=red", "colour", "waitingFor");
        refused(baton, "state=nowhere", "nowhere", "in_progress");
        refused(baton, "lifecycle=work-queue&state=INBOX", "INBOX", "in_progress");
        refused(baton, "flag=shiny", "shiny", "no-progress");
        refused(baton, "sort=colour", "colour", "priority");
        refused(baton, "view=all", "all", "summary");
        refused(baton, "lifecycle=nothing", "nothing", "work-queue");
        refused(baton, "mine=perhaps", "mine", "true or false");
        refused(baton, "sort=priority&after=17", "after", "next");
        assertThat(Problem.of(baton.admin().get("/api/tasks/count?colour=red"), 400)
                        .detail())
                .contains("colour", "createdBy");
    }

    @OnBothDatabases
    void aListHasSummariesUnlessAskedForMore(Baton baton) {
        String data = "{\"claimTimeout\":\"PT3M\",\"context\":{\"lines\":[1,2,3]},\"description\":\"%s\"}";
        String id = baton.create("work-queue", data.formatted("x".repeat(500)));
        JsonNode summary = page(baton, "human", "q=" + id).at("/tasks/0/data");
        assertThat(summary.get("claimTimeout").asText()).isEqualTo("PT3M");
        assertThat(summary.has("context")).isFalse();
        assertThat(summary.has("description")).isFalse();
        assertThat(page(baton, "human", "q=" + id + "&view=full")
                        .at("/tasks/0/data/context/lines")
                        .size())
                .isEqualTo(3);
    }

    private static void refused(Baton baton, String query, String... words) {
        Problem problem = Problem.of(baton.admin().get("/api/tasks?" + query), 400);
        assertThat(problem.detail()).contains(words);
    }

    private static String createAs(Baton baton, String user) {
        String id = Baton.newId();
        baton.as(user)
                .post("/api/tasks", "{\"lifecycle\":\"errand\",\"id\":\"" + id + "\"}")
                .expect(201);
        return id;
    }

    private static List<String> pages(Baton baton, String query) {
        List<String> all = new ArrayList<>();
        String after = "";
        while (after != null) {
            JsonNode page = page(baton, "human", query + "&limit=2" + after);
            page.get("tasks").forEach(task -> all.add(task.get("id").asText()));
            after = page.get("next").isNull()
                    ? null
                    : "&after=" + page.get("next").asText();
        }
        return all;
    }

    private static List<String> find(Baton baton, String user, String query) {
        List<String> ids = new ArrayList<>();
        page(baton, user, query + (query.contains("limit") ? "" : "&limit=500"))
                .get("tasks")
                .forEach(task -> ids.add(task.get("id").asText()));
        return ids;
    }

    private static JsonNode page(Baton baton, String user, String query) {
        return baton.as(user).get("/api/tasks?" + query).expect(200).json();
    }
}
