package dev.baton.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Governed;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import java.util.List;
import java.util.Set;

/** The permissions of every role for every trigger, for assignees and for others. */
@DatabaseIndependent
class RolesTest {

    private static final List<String> USERS = List.of("intern", "specialist", "lead", "reviewer-1", "human", "admin");
    private static final Set<String> ALL_USERS = Set.copyOf(USERS);
    private static final Set<String> HUMANS = Set.of("human", "admin");

    /**
     * @param assigned the users who may use the trigger if the task is assigned to them
     * @param others the users who may use it otherwise
     */
    private record Permission(String state, String trigger, String payload, Set<String> assigned, Set<String> others) {}

    private static final List<Permission> TABLE = List.of(
            new Permission("ASSIGNED", "start", Governed.PLAN, ALL_USERS, HUMANS),
            new Permission("ASSIGNED", "unassign", "{}", HUMANS, HUMANS),
            new Permission("ASSIGNED", "cancel", Governed.REASON, HUMANS, HUMANS),
            new Permission("IN_PROGRESS", "submit", Governed.WORK, ALL_USERS, HUMANS),
            new Permission(
                    "IN_PROGRESS", "block", Governed.REASON, Set.of("specialist", "lead", "human", "admin"), HUMANS),
            new Permission("IN_PROGRESS", "request-approval", Governed.ASK, ALL_USERS, HUMANS),
            new Permission("IN_PROGRESS", "cancel", Governed.REASON, HUMANS, HUMANS),
            new Permission(
                    "REVIEW",
                    "request-changes",
                    Governed.FEEDBACK,
                    Set.of("lead", "reviewer-1", "human", "admin"),
                    Set.of("lead", "reviewer-1", "human", "admin")),
            new Permission("REVIEW", "approve", Governed.NOTE, HUMANS, HUMANS),
            new Permission("REVIEW", "request-approval", Governed.ASK, ALL_USERS, HUMANS),
            new Permission("REVIEW", "block", Governed.REASON, HUMANS, HUMANS),
            new Permission("REVIEW", "cancel", Governed.REASON, HUMANS, HUMANS),
            new Permission("NEEDS_APPROVAL", "decide", Governed.decision("approved"), HUMANS, HUMANS),
            new Permission("NEEDS_APPROVAL", "decide", Governed.decision("withdrawn"), HUMANS, HUMANS),
            new Permission("NEEDS_APPROVAL", "block", Governed.REASON, HUMANS, HUMANS),
            new Permission("NEEDS_APPROVAL", "cancel", Governed.REASON, HUMANS, HUMANS),
            new Permission("BLOCKED", "unblock", "{}", HUMANS, HUMANS),
            new Permission("BLOCKED", "request-approval", Governed.ASK, HUMANS, HUMANS),
            new Permission("BLOCKED", "cancel", Governed.REASON, HUMANS, HUMANS));

    @OnBothDatabases
    void everyRoleMayDoWhatTheTableSaysOnATaskOfTheirs(Baton baton) {
        for (String state : states()) {
            String id = Governed.in(baton, state, USERS.toArray(String[]::new));
            for (Permission permission : permissions(state)) {
                for (String user : USERS) {
                    if (state.equals("IN_PROGRESS")) {
                        handOver(baton, id, user);
                    }
                    assertAllowed(baton, id, permission, user, permission.assigned());
                }
            }
        }
    }

    /** Only one of the assignees works on the task at a time. */
    private static void handOver(Baton baton, String id, String user) {
        if (!baton.task(id).get("assignee").asText().equals(user)) {
            baton.as("human")
                    .post("/api/tasks/" + id + "/assignee", "{\"to\":\"%s\",\"reason\":\"r\"}".formatted(user))
                    .expect(200);
        }
    }

    @OnBothDatabases
    void andNoMoreOnATaskOfOthers(Baton baton) {
        for (String state : states()) {
            String id = Governed.in(baton, state);
            permissions(state).forEach(permission -> assertAllowed(baton, id, permission, permission.others()));
        }
    }

    @OnBothDatabases
    void theInboxIsForThoseWhoAssignAndForSpecialistsWhoClaim(Baton baton) {
        String id = Governed.in(baton, "INBOX");
        String worker = "{\"assigneeIds\":[\"worker-1\"]}";
        assertAllowed(
                baton, id, new Permission("INBOX", "assign", worker, null, null), Set.of("lead", "human", "admin"));
        assertAllowed(
                baton, id, new Permission("INBOX", "claim", "{}", null, null), Set.of("specialist", "lead", "admin"));
        assertAllowed(baton, id, new Permission("INBOX", "cancel", Governed.REASON, null, null), HUMANS);
    }

    @OnBothDatabases
    void onlyPeopleMakeTasks(Baton baton) {
        for (String user : USERS) {
            int status = baton.as(user)
                    .post("/api/tasks", "{\"lifecycle\":\"governed\"}")
                    .status();
            assertThat(status).as(user).isEqualTo(HUMANS.contains(user) ? 201 : 403);
        }
    }

    @OnBothDatabases
    void aClaimMakesTheClaimantTheAssignee(Baton baton) {
        String id = Governed.in(baton, "INBOX");
        baton.as("specialist")
                .post("/api/tasks/" + id + "/transitions", "{\"to\":\"ASSIGNED\"}")
                .expect(200);
        assertThat(baton.task(id).get("assignee").asText()).isEqualTo("specialist");
        assertThat(Json.texts(Governed.data(baton, id).get("assigneeIds"))).containsExactly("specialist");
        Governed.move(baton, "human", id, "unassign", "{}");
        assertThat(baton.task(id).get("assignee").isNull()).isTrue();
        assertThat(Governed.data(baton, id).has("assigneeIds")).isFalse();
    }

    @OnBothDatabases
    void theWayToAStateThatIsForOthersIsForbiddenRatherThanUnclear(Baton baton) {
        String inbox = Governed.in(baton, "INBOX");
        String waiting = Governed.in(baton, "NEEDS_APPROVAL");
        for (String payload :
                List.of("{}", "{\"assigneeIds\":[\"worker-1\"],\"reason\":\"r\",\"decision\":\"denied\"}")) {
            moveTo(baton, "reviewer-1", inbox, "ASSIGNED", payload).expect(403);
            moveTo(baton, "reviewer-1", inbox, "CANCELED", payload).expect(403);
            moveTo(baton, "intern", waiting, "BLOCKED", payload).expect(403);
            moveTo(baton, "intern", waiting, "IN_PROGRESS", payload).expect(403);
            moveTo(baton, "worker-1", waiting, "IN_PROGRESS", payload).expect(403);
        }
    }

    @OnBothDatabases
    void theAuthorDoesNotAcceptTheirOwnWork(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        Governed.move(baton, "human", id, "submit", Governed.WORK);
        baton.as("human").move(id, "approve", Governed.NOTE).expect(403);
        Governed.move(baton, "worker-1", id, "request-approval", Governed.ASK);
        Answer done = baton.as("human")
                .move(id, "decide", Governed.decision("approved", "DONE"))
                .expect(403);
        assertThat(done.body()).contains("author of the deliverable");
        Governed.move(baton, "admin", id, "decide", Governed.decision("approved", "DONE"));
        assertThat(baton.state(id)).isEqualTo("DONE");
    }

    private static void assertAllowed(Baton baton, String id, Permission permission, Set<String> allowed) {
        USERS.forEach(user -> assertAllowed(baton, id, permission, user, allowed));
    }

    private static void assertAllowed(Baton baton, String id, Permission permission, String user, Set<String> allowed) {
        Answer answer = Governed.dry(baton, user, id, permission.trigger(), permission.payload());
        assertThat(answer.status())
                .as("%s by %s in %s: %s", permission.trigger(), user, permission.state(), answer.body())
                .isEqualTo(allowed.contains(user) ? 200 : 403);
    }

    private static Answer moveTo(Baton baton, String user, String id, String state, String payload) {
        return baton.as(user)
                .post("/api/tasks/" + id + "/transitions", "{\"to\":\"%s\",\"payload\":%s}".formatted(state, payload));
    }

    private static List<String> states() {
        return TABLE.stream().map(Permission::state).distinct().toList();
    }

    private static List<Permission> permissions(String state) {
        return TABLE.stream()
                .filter(permission -> permission.state().equals(state))
                .toList();
    }
}
