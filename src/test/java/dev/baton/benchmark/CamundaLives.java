package dev.baton.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.json.Json;
import java.io.IOException;
import java.util.UUID;

/** The same life in Camunda, in the three ways that it has for it. None has a step of its own for starting to work. */
final class CamundaLives {

    private static final String LOCK = "{\"workerId\":\"worker-1\",\"maxTasks\":1,\"usePriority\":false,"
            + "\"topics\":[{\"topicName\":\"work\",\"lockDuration\":600000}]}";

    private CamundaLives() {}

    /** A worker fetches, locks and completes an external task. */
    static Life externalTasks(Post rest, String result) {
        return new CamundaLife(rest) {
            @Override
            public void live() throws IOException {
                start("external-task");
                JsonNode locked;
                do { // nothing comes back if another worker has locked the same one first
                    locked = Json.read(rest.sendAgainAfterErrors("claim", "/external-task/fetchAndLock", LOCK));
                } while (locked.isEmpty());
                rest.send(
                        "complete",
                        "/external-task/" + locked.get(0).get("id").asText() + "/complete",
                        "{\"workerId\":\"worker-1\",\"variables\":%s}".formatted(variable("result", result)));
            }
        };
    }

    /** A person claims and completes a user task. Each takes the one that it created, so that no two ask for the same. */
    static Life userTasks(Post rest, String result) {
        return new CamundaLife(rest) {
            @Override
            public void live() throws IOException {
                String instance = start("user-task").get("id").asText();
                String task = Json.read(rest.get("find", "/task?processInstanceId=" + instance))
                        .get(0)
                        .get("id")
                        .asText();
                rest.send("claim", "/task/" + task + "/claim", "{\"userId\":\"worker-1\"}");
                rest.send(
                        "complete",
                        "/task/" + task + "/complete",
                        "{\"variables\":%s}".formatted(variable("result", result)));
            }
        };
    }

    /** Messages correlated by business key, after event-based gateways: its slowest way. */
    static Life messages(Post rest) {
        return new CamundaLife(rest) {
            @Override
            public void live() throws IOException {
                String key = start("stock-queue").get("businessKey").asText();
                for (String message : new String[] {"claim", "start", "succeed"}) {
                    rest.send(
                            message,
                            "/message",
                            "{\"messageName\":\"%s\",\"businessKey\":\"%s\"}".formatted(message, key));
                }
            }
        };
    }

    private static String variable(String name, String value) {
        return "{\"%s\":{\"value\":\"%s\"}}".formatted(name, value);
    }

    private abstract static class CamundaLife implements Life {

        private final Post rest;

        CamundaLife(Post rest) {
            this.rest = rest;
        }

        JsonNode start(String process) throws IOException {
            return Json.read(rest.send(
                    "create",
                    "/process-definition/key/" + process + "/start",
                    "{\"businessKey\":\"%s\",\"variables\":%s}"
                            .formatted(UUID.randomUUID(), variable("title", "a task"))));
        }

        @Override
        public void disconnect() {
            rest.disconnect();
        }
    }
}
