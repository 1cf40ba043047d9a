package dev.baton.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Governed;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import java.util.List;
import java.util.Set;

/** Who may do what, every role with every arrow, assigned to the task and not. */
class RolesTest {

    private static final List<String> USERS = List.of("intern", "specialist", "lead", "reviewer-1", "human", "admin");
    private static final Set<String> EVERYBODY = Set.copyOf(USERS);
    private static final Set<String> PEOPLE = Set.of("human", "admin");

    /** @param assigned who may when they are assigned to the task */
    private record Line(String state, String trigger, String payload, Set<String> assigned, Set<String> others) {}

    private static final List<Line> TABLE = List.of(
            new Line("ASSIGNED", "start", Governed.PLAN, EVERYBODY, PEOPLE),
            new Line("ASSIGNED", "unassign", "{}", PEOPLE, PEOPLE),
            new Line("ASSIGNED", "cancel", Governed.REASON, PEOPLE, PEOPLE),
            new Line("IN_PROGRESS", "submit", Governed.WORK, EVERYBODY, PEOPLE),
            new Line("IN_PROGRESS", "block", Governed.REASON, Set.of("specialist", "lead", "human", "admin"), PEOPLE),
            new Line("IN_PROGRESS", "request-approval", Governed.ASK, EVERYBODY, PEOPLE),
            new Line("IN_PROGRESS", "cancel", Governed.REASON, PEOPLE, PEOPLE),
            new Line(
                    "REVIEW",
                    "request-changes",
                    Governed.FEEDBACK,
                    Set.of("lead", "reviewer-1", "human", "admin"),
                    Set.of("lead", "reviewer-1", "human", "admin")),
            new Line("REVIEW", "approve", Governed.NOTE, PEOPLE, PEOPLE),
            new Line("REVIEW", "request-approval", Governed.ASK, EVERYBODY, PEOPLE),
            new Line("REVIEW", "block", Governed.REASON, PEOPLE, PEOPLE),
            new Line("REVIEW", "cancel", Governed.REASON, PEOPLE, PEOPLE),
            new Line("NEEDS_APPROVAL", "decide", Governed.decision("approved"), PEOPLE, PEOPLE),
            new Line("NEEDS_APPROVAL", "decide", Governed.decision("withdrawn"), PEOPLE, PEOPLE),
            new Line("NEEDS_APPROVAL", "block", Governed.REASON, PEOPLE, PEOPLE),
            new Line("NEEDS_APPROVAL", "cancel", Governed.REASON, PEOPLE, PEOPLE),
            new Line("BLOCKED", "unblock", "{}", PEOPLE, PEOPLE),
            new Line("BLOCKED", "request-approval", Governed.ASK, PEOPLE, PEOPLE),
            new Line("BLOCKED", "cancel", Governed.REASON, PEOPLE, PEOPLE));

    @OnBothDatabases
    void everyRoleMayDoWhatTheTableSaysOnATaskOfTheirs(Baton baton) {
        for (String state : states()) {
            String id = Governed.in(baton, state, USERS.toArray(String[]::new));
            lines(state).forEach(line -> trial(baton, id, line, line.assigned()));
        }
    }

    @OnBothDatabases
    void andNoMoreOnATaskOfOthers(Baton baton) {
        for (String state : states()) {
            String id = Governed.in(baton, state);
            lines(state).forEach(line -> trial(baton, id, line, line.others()));
        }
    }

    @OnBothDatabases
    void theInboxIsForThoseWhoAssignAndForSpecialistsWhoClaim(Baton baton) {
        String id = Governed.in(baton, "INBOX");
        String worker = "{\"assigneeIds\":[\"worker-1\"]}";
        trial(baton, id, new Line("INBOX", "assign", worker, null, null), Set.of("lead", "human", "admin"));
        trial(baton, id, new Line("INBOX", "claim", "{}", null, null), Set.of("specialist", "lead", "admin"));
        trial(baton, id, new Line("INBOX", "cancel", Governed.REASON, null, null), PEOPLE);
    }

    @OnBothDatabases
    void onlyPeopleMakeTasks(Baton baton) {
        for (String user : USERS) {
            int status = baton.as(user)
                    .post("/api/tasks", "{\"lifecycle\":\"governed\"}")
                    .status();
            assertThat(status).as(user).isEqualTo(PEOPLE.contains(user) ? 201 : 403);
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
            to(baton, "reviewer-1", inbox, "ASSIGNED", payload).expect(403);
            to(baton, "reviewer-1", inbox, "CANCELED", payload).expect(403);
            to(baton, "intern", waiting, "BLOCKED", payload).expect(403);
            to(baton, "intern", waiting, "IN_PROGRESS", payload).expect(403);
            to(baton, "worker-1", waiting, "IN_PROGRESS", payload).expect(403);
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

    private static void trial(Baton baton, String id, Line line, Set<String> allowed) {
        for (String user : USERS) {
            Answer answer = Governed.dry(baton, user, id, line.trigger(), line.payload());
            assertThat(answer.status())
                    .as("%s by %s in %s: %s", line.trigger(), user, line.state(), answer.body())
                    .isEqualTo(allowed.contains(user) ? 200 : 403);
        }
    }

    private static Answer to(Baton baton, String user, String id, String state, String payload) {
        return baton.as(user)
                .post("/api/tasks/" + id + "/transitions", "{\"to\":\"%s\",\"payload\":%s}".formatted(state, payload));
    }

    private static List<String> states() {
        return TABLE.stream().map(Line::state).distinct().toList();
    }

    private static List<Line> lines(String state) {
        return TABLE.stream().filter(line -> line.state().equals(state)).toList();
    }
}
