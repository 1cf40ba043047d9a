package dev.baton.conformance;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Payloads;
import dev.baton.testing.Reviews;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The table of peer review, cell by cell. */
class PeerReviewConformanceTest {

    private static final TransitionTable TABLE = new TransitionTable(
            "peer-review",
            Map.of(
                    "not_started", Set.of("in_progress", "blocked"),
                    "in_progress", Set.of("pending_review", "blocked"),
                    "blocked", Set.of("not_started", "in_progress"),
                    "pending_review", Set.of("under_review"),
                    "under_review", Set.of("final_review"),
                    "final_review", Set.of("completed", "in_progress"),
                    "completed", Set.of()),
            Map.of(
                    "not_started", Set.of("start"),
                    "in_progress", Set.of("complete", "block"),
                    "blocked", Set.of("reset", "resume"),
                    "pending_review", Set.of("start-review"),
                    "under_review", Set.of("submit-review"),
                    "final_review", Set.of("finish", "request-fixes"),
                    "completed", Set.of()));

    private static final String EVERYTHING = """
            {"reason":"it has to wait","result":"done","reviewers":["reviewer-1"],"verdict":"approved","findings":[],
             "finalReport":"all is well","fixes":["the typo"]}""";

    /** The admin has every role, but nobody can submit somebody else's review. */
    private static final TransitionTable.Play PEOPLE = new TransitionTable.Play() {

        @Override
        public String taskIn(Baton baton, String state, String next) {
            boolean waits = state.equals("not_started") && "blocked".equals(next);
            String id = waits
                    ? Reviews.createBlockedBy(baton, baton.create("peer-review"))
                    : Reviews.create(baton, "standard");
            for (String trigger : WAYS.get(state)) {
                attempt(baton, id, trigger.equals("submit-review") ? "under_review" : "", "trigger", trigger)
                        .expect(200);
            }
            return id;
        }

        @Override
        public Answer attempt(Baton baton, String id, String state, String field, String value) {
            return baton.as(state.equals("under_review") ? "reviewer-1" : "admin")
                    .post(
                            "/api/tasks/" + id + "/transitions",
                            "{\"%s\":\"%s\",\"payload\":%s}"
                                    .formatted(
                                            field,
                                            value,
                                            Payloads.fitting(baton.admin(), id, field, value, EVERYTHING)));
        }
    };

    private static final Map<String, List<String>> WAYS = Map.of(
            "not_started", List.of(),
            "in_progress", List.of("start"),
            "blocked", List.of("start", "block"),
            "pending_review", List.of("start", "complete"),
            "under_review", List.of("start", "complete", "start-review"),
            "final_review", List.of("start", "complete", "start-review", "submit-review"),
            "completed", List.of("start", "complete", "start-review", "submit-review", "finish"));

    @OnBothDatabases
    void theDiagramSaysWhatTheTableSays(Baton baton) {
        TABLE.isWhatTheDiagramSays(baton, Set.of("not_started"));
    }

    @OnBothDatabases
    void aRunningTaskAcceptsExactlyTheTable(Baton baton) {
        TABLE.isWhatARunningTaskAccepts(baton, PEOPLE);
    }

    @OnBothDatabases
    void theNamesOfTriggersWorkInTheirStatesOnly(Baton baton) {
        TABLE.namesTriggersInTheirStatesOnly(baton, PEOPLE);
    }
}
