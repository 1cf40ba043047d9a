package dev.baton.engine.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Errand;
import dev.baton.testing.OnBothDatabases;
import java.util.List;

/** Signals and messages through Camunda's REST that no task waits for. */
class RefusedSignalsTest {

    @OnBothDatabases
    void aSignalDoesNotLeaveTheUserTaskBehind(Baton baton) {
        Errand errand = Errand.create(baton);
        errand.move(baton.admin(), "take", "1").expect(200);
        errand.move(baton.admin(), "deliver", "2").expect(200);
        String execution = baton.engine()
                .getTaskService()
                .createTaskQuery()
                .processInstanceBusinessKey(errand.id())
                .singleResult()
                .getExecutionId();
        var answer = signal(baton, execution, "reject").expect(400);
        assertThat(answer.body()).contains("complete the user task");
        assertThat(errand.state()).isEqualTo("checking");
        errand.isConsistent();
    }

    @OnBothDatabases
    void aSignalWhereNothingWaitsIsTheCallersMistake(Baton baton) {
        Errand errand = Errand.create(baton);
        signal(baton, errand.instance(), "take").expect(400);
        errand.isConsistent();
    }

    @OnBothDatabases
    void aMessageThatNoTaskWaitsForIsRefusedInWords(Baton baton) {
        String id = baton.create("errand");
        for (String key : List.of(id, "no-such-task")) {
            Answer answer = baton.as("human")
                    .post("/engine-rest/message", "{\"messageName\":\"no-such\",\"businessKey\":\"" + key + "\"}")
                    .expect(400);
            assertThat(answer.json().get("message").asText())
                    .startsWith("No task waits for this message now")
                    .doesNotContain("Exception");
        }
    }

    private static Answer signal(Baton baton, String execution, String trigger) {
        return baton.admin()
                .post(
                        "/engine-rest/execution/" + execution + "/signal",
                        "{\"variables\":%s}".formatted(Errand.variables(trigger, "signal")));
    }
}
