package dev.baton.conformance;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Governed;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Payloads;
import java.util.Map;
import java.util.Set;

/** The matrix of governed work, cell by cell. */
class GovernedConformanceTest {

    private static final TransitionTable TABLE = new TransitionTable(
            Governed.KEY,
            Map.of(
                    "INBOX", Set.of("ASSIGNED", "CANCELED"),
                    "ASSIGNED", Set.of("INBOX", "IN_PROGRESS", "CANCELED"),
                    "IN_PROGRESS", Set.of("REVIEW", "NEEDS_APPROVAL", "BLOCKED", "CANCELED"),
                    "REVIEW", Set.of("IN_PROGRESS", "NEEDS_APPROVAL", "BLOCKED", "DONE", "CANCELED"),
                    "NEEDS_APPROVAL",
                            Set.of("INBOX", "ASSIGNED", "IN_PROGRESS", "REVIEW", "BLOCKED", "DONE", "CANCELED"),
                    "BLOCKED", Set.of("ASSIGNED", "IN_PROGRESS", "NEEDS_APPROVAL", "CANCELED"),
                    "DONE", Set.of(),
                    "CANCELED", Set.of()),
            Map.of(
                    "INBOX", Set.of("assign", "claim", "cancel"),
                    "ASSIGNED", Set.of("start", "unassign", "cancel"),
                    "IN_PROGRESS", Set.of("submit", "request-approval", "block", "cancel"),
                    "REVIEW", Set.of("approve", "request-changes", "request-approval", "block", "cancel"),
                    "NEEDS_APPROVAL", Set.of("decide", "block", "cancel"),
                    "BLOCKED", Set.of("unblock", "request-approval", "cancel"),
                    "DONE", Set.of(),
                    "CANCELED", Set.of()));

    private static final String EVERYTHING = """
            {"assigneeIds":["worker-2"],
             "workPlan":{"bullets":["a","b","c"],"estimatedCost":1.5,"estimatedDuration":"two days"},
             "deliverable":{"content":"here","artifacts":[]},
             "reviewChecklist":{"type":"code","items":[{"label":"read it again","checked":true}]},
             "feedback":"more tests","decision":"approved","decisionNote":"because","reason":"because","risk":"RED",
             "clarification":"this is meant"}""";

    /** The human does everything; an admin, who is in every group, also claims. */
    private record By(String user) implements TransitionTable.Play {

        @Override
        public String taskIn(Baton baton, String state, String next) {
            return Governed.in(baton, state);
        }

        @Override
        public Answer attempt(Baton baton, String id, String state, String field, String value) {
            return baton.as(user)
                    .post(
                            "/api/tasks/" + id + "/transitions",
                            "{\"%s\":\"%s\",\"payload\":%s}"
                                    .formatted(
                                            field,
                                            value,
                                            Payloads.fitting(baton.admin(), id, field, value, EVERYTHING)));
        }
    }

    @OnBothDatabases
    void theDiagramSaysWhatTheMatrixSays(Baton baton) {
        TABLE.isWhatTheDiagramSays(baton, Set.of("INBOX"));
    }

    @OnBothDatabases
    void aHumanTakesARunningTaskExactlyWhereTheMatrixAllows(Baton baton) {
        TABLE.isWhatARunningTaskAccepts(baton, new By("human"));
    }

    @OnBothDatabases
    void theNamesOfTriggersWorkInTheirStatesOnly(Baton baton) {
        TABLE.namesTriggersInTheirStatesOnly(baton, new By("admin"));
    }
}
