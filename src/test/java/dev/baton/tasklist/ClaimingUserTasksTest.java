package dev.baton.tasklist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.engine.identity.Identities;
import dev.baton.testing.AlsoWithoutFastPath;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Drawing;
import dev.baton.testing.Governed;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Tasklist;
import java.util.List;
import java.util.Map;
import org.camunda.bpm.engine.AuthorizationException;
import org.camunda.bpm.engine.TaskService;
import org.camunda.bpm.engine.task.IdentityLink;
import org.camunda.bpm.engine.task.Task;

/** A user task can only be claimed by, and assigned to, users who could take one of its arrows. */
@AlsoWithoutFastPath
class ClaimingUserTasksTest {

    /** worker-1 asked for the approval and can withdraw it; human created the task. */
    private static final Map<String, Boolean> APPROVAL = Map.of(
            "intern", false,
            "specialist", false,
            "reviewer-1", false,
            "security-1", false,
            "worker-2", false,
            "lead", false,
            "human", true,
            "admin", true,
            "worker-1", true);

    /** worker-1 is assigned and can ask for an approval. */
    private static final Map<String, Boolean> REVIEW = Map.of(
            "intern", false,
            "specialist", false,
            "worker-2", false,
            "reviewer-1", true,
            "lead", true,
            "human", true,
            "admin", true,
            "worker-1", true);

    @OnBothDatabases
    void onlyWhoCouldTakeOneOfItsArrowsClaimsIt(Baton baton) {
        for (String state : List.of("NEEDS_APPROVAL", "REVIEW")) {
            String id = Governed.in(baton, state);
            String userTask = userTask(baton, id).getId();
            List<JsonNode> history = baton.history(id);
            (state.equals("REVIEW") ? REVIEW : APPROVAL).forEach((user, may) -> {
                for (boolean inTasklist : new boolean[] {false, true}) {
                    int before = handovers(baton, id).size();
                    Answer answer = inTasklist
                            ? Tasklist.of(baton, user).post("/task/" + userTask + "/claim", user(user))
                            : claim(baton, user, userTask, user);
                    if (may) {
                        answer.expect(204);
                        assertThat(assignee(baton, id)).isEqualTo(user);
                        isHandover(last(handovers(baton, id)), state, null, user, user);
                        unclaim(baton, user, userTask).expect(204);
                    } else {
                        answer.expect(400);
                        assertThat(answer.body()).contains(user + " could do nothing with it");
                        assertThat(handovers(baton, id)).hasSize(before);
                    }
                    assertThat(assignee(baton, id)).isNull();
                }
            });
            baton.anonymous()
                    .post("/engine-rest/task/" + userTask + "/claim", user("human"))
                    .expect(401);
            assertThat(baton.history(id)).as("a claim moves nothing").isEqualTo(history);
            assertThat(baton.state(id)).isEqualTo(state);
        }
    }

    @OnBothDatabases
    void leadHumanAndAdminTakeOverWhatSomebodyElseHasClaimed(Baton baton) {
        String id = Governed.in(baton, "REVIEW");
        String userTask = userTask(baton, id).getId();
        claim(baton, "reviewer-1", userTask, "reviewer-1").expect(204);
        for (String user : List.of("reviewer-2", "worker-1")) {
            assertThat(claim(baton, user, userTask, user).expect(400).body())
                    .contains("reviewer-1 has claimed it already", "lead, human, admin");
            assign(baton, user, userTask, user).expect(403);
        }
        assertThat(claim(baton, "intern", userTask, "intern").expect(400).body())
                .contains("reviewer-1 has claimed it already");
        assertThat(assignee(baton, id)).isEqualTo("reviewer-1");
        String holder = "reviewer-1";
        for (String user : List.of("lead", "human", "admin")) {
            claim(baton, user, userTask, user).expect(204);
            assertThat(assignee(baton, id)).isEqualTo(user);
            isHandover(last(handovers(baton, id)), "REVIEW", holder, user, user);
            holder = user;
        }
        assign(baton, "human", userTask, "human").expect(204);
        Tasklist.of(baton, "lead")
                .post("/task/" + userTask + "/claim", user("lead"))
                .expect(204);
        assertThat(assignee(baton, id)).isEqualTo("lead");
        claim(baton, "lead", userTask, "lead").expect(204);
        assertThat(handovers(baton, id)).as("it was the lead's already").hasSize(6);
    }

    @OnBothDatabases
    void takingOverDoesNotGiveItToSomebodyWhoCouldDoNothing(Baton baton) {
        String id = Governed.in(baton, "NEEDS_APPROVAL");
        String userTask = userTask(baton, id).getId();
        claim(baton, "worker-1", userTask, "worker-1").expect(204);
        assertThat(claim(baton, "lead", userTask, "lead").expect(400).body()).contains("lead could do nothing with it");
        claim(baton, "human", userTask, "human").expect(204);
        baton.as("human").move(id, "decide", Governed.decision("approved")).expect(200);
    }

    @OnBothDatabases
    void itIsGivenByLeadHumanAndAdminToThoseWhoCanActOnIt(Baton baton) {
        String id = Governed.in(baton, "REVIEW");
        String userTask = userTask(baton, id).getId();
        for (String user : List.of("intern", "reviewer-1", "worker-1")) {
            assertThat(claim(baton, user, userTask, "human").expect(400).body())
                    .contains(user + " may not decide who does it");
            assign(baton, user, userTask, "human").expect(403);
        }
        for (String giver : List.of("lead", "human", "admin")) {
            assertThat(assign(baton, giver, userTask, "intern").expect(400).body())
                    .contains("intern could do nothing with it");
            assertThat(assign(baton, giver, userTask, "nobody").expect(400).body())
                    .contains("there is no user 'nobody'");
            assign(baton, giver, userTask, "reviewer-2").expect(204);
            isHandover(last(handovers(baton, id)), "REVIEW", null, "reviewer-2", giver);
            unclaim(baton, "reviewer-1", userTask).expect(403);
            unclaim(baton, giver, userTask).expect(204);
            isHandover(last(handovers(baton, id)), "REVIEW", "reviewer-2", null, giver);
        }
        assertThat(assignee(baton, id)).isNull();
    }

    @OnBothDatabases
    void anArrowForEverybodyLetsEverybodyClaim(Baton baton) {
        String key = "drawing-everybody-" + Baton.newId();
        deploy(baton, key, "camunda:candidateGroups=\"human,lead\"", "", "");
        String id = baton.create(key);
        String userTask = userTask(baton, id).getId();
        claim(baton, "intern", userTask, "intern").expect(204);
        assertThat(assign(baton, "lead", userTask, "nobody").expect(400).body()).contains("there is no user");
        claim(baton, "human", userTask, "human").expect(204);
        assertThat(assignee(baton, id)).isEqualTo("human");
    }

    @OnBothDatabases
    void whomTheDiagramAssignsItToIsTheDiagramsBusiness(Baton baton) {
        String key = "drawing-assigned-" + Baton.newId();
        deploy(baton, key, "camunda:assignee=\"intern\"", "");
        String id = baton.create(key);
        assertThat(assignee(baton, id)).isEqualTo("intern");
        assertThat(handovers(baton, id)).isEmpty();
        String userTask = userTask(baton, id).getId();
        claim(baton, "human", userTask, "human").expect(204);
        assertThat(claim(baton, "intern", userTask, "intern").expect(400).body())
                .contains("human has claimed it already");
    }

    @OnBothDatabases
    void oneOfSeveralIsGivenByLeadHumanAndAdminWhereTheDiagramNamesNobody(Baton baton) {
        String key = "drawing-several-" + Baton.newId();
        deploy(
                baton,
                key,
                "camunda:assignee=\"${person}\"",
                "<bpmn:multiInstanceLoopCharacteristics camunda:collection=\"${task.people}\" camunda:elementVariable=\"person\"/>");
        String id = baton.create(key, "{\"people\":[\"human\"]}");
        String userTask = userTask(baton, id).getId();
        assertThat(claim(baton, "intern", userTask, "intern").expect(400).body())
                .contains("lead, human, admin");
        assertThat(assign(baton, "lead", userTask, "intern").expect(400).body())
                .contains("intern could do nothing with it");
        claim(baton, "admin", userTask, "admin").expect(204);
        assertThat(assignee(baton, id)).isEqualTo("admin");
        isHandover(last(handovers(baton, id)), "waiting", "human", "admin", "admin");
    }

    @OnBothDatabases
    void whoIsShownItIsWhoeverCouldTakeAnArrow(Baton baton) {
        String id = Governed.in(baton, "NEEDS_APPROVAL");
        String userTask = userTask(baton, id).getId();
        List<String> before = candidates(baton, userTask);
        TaskService tasks = baton.engine().getTaskService();
        for (String user : List.of("lead", "human", "admin")) {
            as(baton, user, () -> {
                refused(() -> tasks.addCandidateUser(userTask, "intern"), "intern could do nothing with it");
                refused(() -> tasks.addCandidateUser(userTask, "nobody"), "nobody could do nothing with it");
                refused(() -> tasks.addCandidateGroup(userTask, "reviewer"), "reviewer could do nothing with it");
                refused(() -> tasks.deleteCandidateGroup(userTask, "human"), "human can take one of its arrows");
                refused(() -> tasks.setOwner(userTask, "intern"), "no owner");
                refused(() -> tasks.addUserIdentityLink(userTask, "intern", "owner"), "no owner");
                refused(() -> tasks.addUserIdentityLink(userTask, "intern", "assignee"), "could do nothing with it");
            });
        }
        assertThat(candidates(baton, userTask)).isEqualTo(before);
        assertThat(handovers(baton, id)).isEmpty();

        as(baton, "lead", () -> tasks.addCandidateUser(userTask, "admin"));
        assertThat(last(handovers(baton, id)).get("candidateAdded").asText()).isEqualTo("admin");
        assertThat(last(handovers(baton, id)).get("by").asText()).isEqualTo("lead");
        tasks.addCandidateUser(userTask, "specialist"); // by the server itself, as for a user who has left a group
        as(baton, "lead", () -> tasks.deleteCandidateUser(userTask, "specialist"));
        assertThat(last(handovers(baton, id)).get("candidateRemoved").asText()).isEqualTo("specialist");
        assertThat(candidates(baton, userTask)).containsExactlyInAnyOrder("human", "admin");

        for (String user : List.of("intern", "worker-1", "reviewer-1")) {
            as(baton, user, () -> {
                assertThatThrownBy(() -> tasks.addCandidateUser(userTask, "human"))
                        .isInstanceOf(AuthorizationException.class);
                assertThatThrownBy(() -> tasks.deleteCandidateUser(userTask, "specialist"))
                        .isInstanceOf(AuthorizationException.class);
            });
        }
        assertThat(handovers(baton, id)).hasSize(2);
    }

    /** A user task for humans and admins only. */
    private static void deploy(Baton baton, String key, String attributes, String content) {
        deploy(baton, key, attributes, content, Drawing.properties("roles", "human, admin"));
    }

    private static void deploy(Baton baton, String key, String attributes, String content, String arrowProperties) {
        String xml = Drawing.good(key)
                .erase("open", "open_out", "open__open_out", "open__again")
                .draw(
                        "waiting",
                        Drawing.element(
                                "userTask",
                                "id=\"waiting\" name=\"waiting\" " + attributes,
                                Drawing.properties("state", "waiting"),
                                content))
                .draw("begin__open", Drawing.arrow("begin__open", "begin", "waiting"))
                .draw("open__finish", Drawing.arrow("open__finish", "finish", "waiting", "done", arrowProperties))
                .xml();
        baton.admin().put("/api/lifecycles/" + key, xml, "application/xml").expect(200);
    }

    private static void as(Baton baton, String user, Runnable action) {
        Identities identities = baton.bean(Identities.class);
        identities.setActor(Actor.of(user, identities.groupsOf(user)));
        try {
            action.run();
        } finally {
            identities.clearActor();
        }
    }

    private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable action, String reason) {
        assertThatThrownBy(action).hasCauseInstanceOf(Refusal.class).hasMessageContaining(reason);
    }

    private static List<String> candidates(Baton baton, String userTask) {
        return baton.engine().getTaskService().getIdentityLinksForTask(userTask).stream()
                .filter(link -> link.getType().equals("candidate"))
                .map((IdentityLink link) -> link.getUserId() == null ? link.getGroupId() : link.getUserId())
                .sorted()
                .toList();
    }

    private static void isHandover(JsonNode entry, String state, String from, String to, String by) {
        assertThat(entry.get("state").asText()).isEqualTo(state);
        assertThat(entry.get("from").textValue()).isEqualTo(from);
        assertThat(entry.get("to").textValue()).isEqualTo(to);
        assertThat(entry.get("by").asText()).isEqualTo(by);
    }

    private static List<JsonNode> handovers(Baton baton, String id) {
        return Json.list(baton.admin()
                .get("/api/tasks/" + id + "/records/handovers?limit=500")
                .expect(200)
                .json()
                .get("records"));
    }

    private static JsonNode last(List<JsonNode> entries) {
        return entries.get(entries.size() - 1);
    }

    private static Task userTask(Baton baton, String id) {
        return baton.engine()
                .getTaskService()
                .createTaskQuery()
                .processInstanceBusinessKey(id)
                .singleResult();
    }

    private static String assignee(Baton baton, String id) {
        return userTask(baton, id).getAssignee();
    }

    private static String user(String id) {
        return "{\"userId\":\"%s\"}".formatted(id);
    }

    private static Answer claim(Baton baton, String who, String userTask, String claimant) {
        return baton.as(who).post("/engine-rest/task/" + userTask + "/claim", user(claimant));
    }

    private static Answer assign(Baton baton, String who, String userTask, String to) {
        return baton.as(who).post("/engine-rest/task/" + userTask + "/assignee", user(to));
    }

    private static Answer unclaim(Baton baton, String who, String userTask) {
        return baton.as(who).post("/engine-rest/task/" + userTask + "/unclaim", "{}");
    }
}
