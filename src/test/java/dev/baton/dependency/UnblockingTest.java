package dev.baton.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.Workers;
import java.util.List;

/** Work that was blocked for a reason other than a task, and blockers that a block creates. */
class UnblockingTest {

    private static final String REASON = "{\"reason\":\"the customer has answered\"}";

    @OnBothDatabases
    void whoBlockedItAndSupervisorsTakeItBack(Baton baton) {
        for (String user : List.of("worker-1", "lead", "human", "admin")) {
            String id = blocked(baton);
            assertThat(baton.task(id).at("/data/reason").asText()).isEqualTo("ask the customer");
            baton.as("worker-2").move(id, "unblock", REASON).expect(403);
            baton.as(user).move(id, "unblock", "{}").expect(422);
            baton.as(user).move(id, "unblock", REASON).expect(200);
            assertThat(baton.state(id)).isEqualTo("ready");
            JsonNode last = baton.history(id).get(baton.history(id).size() - 1);
            assertThat(last.get("actor").asText()).isEqualTo(user);
            assertThat(last.at("/payload/reason").asText()).isEqualTo("the customer has answered");
        }
    }

    @OnBothDatabases
    void whatItWasBlockedForIsInTheHistoryAndNoLongerInTheTask(Baton baton) {
        String id = blocked(baton);
        baton.as("lead").move(id, "unblock", REASON).expect(200);
        assertThat(baton.task(id).get("data")).isEmpty();
        assertThat(baton.history(id).get(3).at("/payload/reason").asText()).isEqualTo("ask the customer");
    }

    @OnBothDatabases
    void anUnfinishedBlockerKeepsItBlocked(Baton baton) {
        String blocker = Workers.create(baton, "[]");
        String id = Workers.inProgress(baton, "worker-1");
        Workers.move(baton, "worker-1", id, "block", "{\"reason\":\"r\",\"blocker\":\"%s\"}".formatted(blocker))
                .expect(200);
        for (String user : List.of("worker-1", "human")) {
            assertThat(Problem.of(baton.as(user).move(id, "unblock", REASON), 422)
                            .detail())
                    .contains("still waits for " + blocker);
        }
        assertThat(baton.state(id)).isEqualTo("blocked");
    }

    @OnBothDatabases
    void theAnswerSaysWhichTaskABlockCreatedAndThatTaskSaysForWhomAndWhy(Baton baton) {
        String id = Workers.inProgress(baton, "worker-1");
        JsonNode answer = Workers.move(
                        baton,
                        "worker-1",
                        id,
                        "block",
                        "{\"reason\":\"needs an index\",\"blocker\":{\"title\":\"Add the index\"}}")
                .expect(200)
                .json();
        String blocker = answer.at("/report/blocker").asText();
        assertThat(answer.at("/report/created").asBoolean()).isTrue();
        JsonNode created = baton.task(blocker);
        assertThat(created.get("title").asText()).isEqualTo("Add the index");
        assertThat(created.at("/data/blocks/task").asText()).isEqualTo(id);
        assertThat(created.at("/data/blocks/reason").asText()).isEqualTo("needs an index");
    }

    private static String blocked(Baton baton) {
        String id = Workers.inProgress(baton, "worker-1");
        Workers.move(baton, "worker-1", id, "block", "{\"reason\":\"ask the customer\"}")
                .expect(200);
        return id;
    }
}
