package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An event that is sent again is done once and answered the same. */
class RepeatedEventsTest {

    @OnBothDatabases
    void aRepeatedEventIsDoneOnceAndAnsweredTheSame(Baton baton) {
        String id = acting(baton);
        String step = "{\"trigger\":\"STEP_COMPLETED\",\"eventId\":\"e-1\",\"payload\":{\"result\":\"one\"}}";
        Answer first = send(baton, id, step).expect(200);
        Answer again = send(baton, id, step).expect(200);
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(actions(baton, id)).isEqualTo(1);
        assertThat(Problem.of(send(baton, id, step.replace("one", "two")), 409).detail())
                .contains("eventId");
        send(baton, id, step.replace("e-1", "e-2")).expect(200);
        assertThat(actions(baton, id)).isEqualTo(2);
    }

    @OnBothDatabases
    void theSameEventOfAnotherTaskIsAnother(Baton baton) {
        for (int i = 0; i < 2; i++) {
            String id = acting(baton);
            send(baton, id, "{\"trigger\":\"STEP_COMPLETED\",\"eventId\":\"same\",\"payload\":{\"result\":1}}")
                    .expect(200);
            assertThat(actions(baton, id)).isEqualTo(1);
        }
    }

    @OnBothDatabases
    void manyAtTheSameMomentAreOne(Baton baton) {
        String id = acting(baton);
        Set<String> answers = IntStream.range(0, 8)
                .parallel()
                .mapToObj(i -> send(
                                baton,
                                id,
                                "{\"trigger\":\"STEP_COMPLETED\",\"eventId\":\"e\",\"payload\":{\"result\":1}}")
                        .expect(200)
                        .json()
                        .toString())
                .collect(Collectors.toSet());
        assertThat(answers).hasSize(1);
        assertThat(actions(baton, id)).isEqualTo(1);
    }

    @OnBothDatabases
    void aRefusedEventIsNotUsedUp(Baton baton) {
        String id = acting(baton);
        send(baton, id, "{\"trigger\":\"STEP_COMPLETED\",\"eventId\":\"r\",\"payload\":{}}")
                .expect(422);
        send(baton, id, "{\"trigger\":\"STEP_COMPLETED\",\"eventId\":\"r\",\"payload\":{\"result\":1}}")
                .expect(200);
    }

    @OnBothDatabases
    void aTaskIsCreatedOnceForAnEvent(Baton baton) {
        String event = Baton.newId();
        String body = "{\"lifecycle\":\"cognitive\",\"eventId\":\"" + event + "\",\"title\":\"From an event\"}";
        String first = baton.as("human")
                .post("/api/tasks", body)
                .expect(201)
                .json()
                .get("id")
                .asText();
        assertThat(baton.as("human")
                        .post("/api/tasks", body)
                        .expect(201)
                        .json()
                        .get("id")
                        .asText())
                .isEqualTo(first);
        baton.as("human")
                .post("/api/tasks", body.replace("From an event", "Another"))
                .expect(409);
    }

    @OnBothDatabases
    void throughTheEnginesApiItIsRefusedTheSecondTime(Baton baton) {
        String id = acting(baton);
        String body = """
                {"messageName":"TASK_FAILED","businessKey":"%s","processVariables":{
                 "eventId":{"value":"f-1"},"error":{"value":"%s"}}}""";
        send(baton, id, "{\"trigger\":\"STEP_COMPLETED\",\"eventId\":\"f-1\",\"payload\":{\"result\":1}}")
                .expect(200);
        assertThat(baton.admin()
                        .post("/engine-rest/message", body.formatted(id, "broken"))
                        .status())
                .isBetween(400, 409);
        assertThat(baton.state(id)).isEqualTo("acting");
    }

    private static int actions(Baton baton, String id) {
        return baton.admin()
                .get("/api/tasks/" + id + "/records/actionsDone")
                .expect(200)
                .json()
                .get("records")
                .size();
    }

    private static String acting(Baton baton) {
        String id = baton.create("cognitive");
        baton.as("worker-1").move(id, "TASK_CREATED", "{}").expect(200);
        baton.as("worker-1").move(id, "REASON_DONE", """
                {"reasoning":{"thought":"so"},"plan":{"goal":"g","reasoning":"r","steps":[
                 {"description":"1","actionType":"respond"},{"description":"2","actionType":"respond"},
                 {"description":"3","actionType":"respond"},{"description":"4","actionType":"respond"}]}}""").expect(200);
        return id;
    }

    private static Answer send(Baton baton, String id, String body) {
        return baton.as("worker-1").post("/api/tasks/" + id + "/transitions", body);
    }
}
