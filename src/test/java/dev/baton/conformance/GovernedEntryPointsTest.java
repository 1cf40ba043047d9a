package dev.baton.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.EntryPoint;
import dev.baton.testing.Governed;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Traces;

/** Tasklist and the engine's own calls meet the rules of governed work. */
class GovernedEntryPointsTest {

    private static final String WORKER = "{\"assigneeIds\":[\"worker-1\"]}";

    @OnBothDatabases
    void whatThePeopleDecideLeadsToTheSameThroughEveryEntryPoint(Baton baton) {
        taken(baton, "INBOX", "assign", WORKER, "ASSIGNED");
        taken(baton, "ASSIGNED", "start", Governed.PLAN, "IN_PROGRESS");
        taken(baton, "IN_PROGRESS", "submit", Governed.WORK, "REVIEW");
        taken(baton, "REVIEW", "approve", Governed.NOTE, "DONE");
        taken(baton, "REVIEW", "request-changes", Governed.FEEDBACK, "IN_PROGRESS");
        taken(baton, "REVIEW", "cancel", Governed.REASON, "CANCELED");
        taken(baton, "NEEDS_APPROVAL", "decide", Governed.decision("approved"), "REVIEW");
        taken(baton, "NEEDS_APPROVAL", "decide", Governed.decision("denied"), "BLOCKED");
        taken(baton, "BLOCKED", "unblock", "{}", "IN_PROGRESS");
    }

    @OnBothDatabases
    void theRulesAreTheSameThroughEveryEntryPoint(Baton baton) {
        refused(baton, "intern", "INBOX", "assign", WORKER, "intern may not 'assign'");
        refused(baton, "human", "INBOX", "assign", "{\"assigneeIds\":[\"nobody\"]}", "There is no user 'nobody'");
        refused(baton, "worker-1", "ASSIGNED", "start", "{}", "Work plan required for IN_PROGRESS");
        refused(baton, "worker-1", "REVIEW", "approve", Governed.NOTE, "worker-1 may not 'approve'");
        refused(baton, "human", "REVIEW", "approve", "{}", "Decision note required for DONE");
        refused(baton, "worker-1", "NEEDS_APPROVAL", "decide", Governed.decision("approved"), "can only withdraw");
        refused(baton, "human", "NEEDS_APPROVAL", "decide", Governed.decision("denied", "DONE"), "Only an approval");
        refused(baton, "worker-1", "BLOCKED", "unblock", "{}", "worker-1 may not 'unblock'");
    }

    private static void taken(Baton baton, String from, String trigger, String payload, String to) {
        String first = Governed.in(baton, from);
        for (EntryPoint entryPoint : EntryPoint.open(baton, first, trigger)) {
            String id = Governed.in(baton, from);
            Answer answer = entryPoint.move(baton, "human", id, trigger, Json.object(payload));
            assertThat(answer.status())
                    .as("%s through %s: %s", trigger, entryPoint, answer.body())
                    .isBetween(200, 204);
            assertThat(baton.state(id)).as("%s through %s", trigger, entryPoint).isEqualTo(to);
        }
    }

    private static void refused(Baton baton, String user, String from, String trigger, String payload, String reason) {
        String id = Governed.in(baton, from);
        var before = Traces.of(baton, id);
        for (EntryPoint entryPoint : EntryPoint.open(baton, id, trigger)) {
            Answer answer = entryPoint.move(baton, user, id, trigger, Json.object(payload));
            assertThat(answer.status())
                    .as("%s by %s through %s: %s", trigger, user, entryPoint, answer.body())
                    .isBetween(400, 499);
            assertThat(answer.body()).as("%s through %s", trigger, entryPoint).contains(reason);
            assertThat(Traces.of(baton, id))
                    .as("%s through %s", trigger, entryPoint)
                    .isEqualTo(before);
        }
    }
}
