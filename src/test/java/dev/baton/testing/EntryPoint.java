package dev.baton.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.testing.Caller.Answer;
import java.util.Arrays;
import java.util.List;
import org.camunda.bpm.engine.runtime.EventSubscription;
import org.camunda.bpm.engine.task.Task;
import org.camunda.bpm.engine.task.TaskQuery;

/** The interfaces by which a task can be moved. */
public enum EntryPoint {
    API(Waits.ANY) {
        @Override
        public Answer move(Baton baton, String user, String id, String trigger, ObjectNode payload, Integer epoch) {
            return baton.as(user).move(id, trigger, payload.toString(), epoch);
        }
    },
    SIGNAL(Waits.AGENT) {
        @Override
        public Answer move(Baton baton, String user, String id, String trigger, ObjectNode payload, Integer epoch) {
            return baton.as(user)
                    .post(
                            "/engine-rest/execution/" + waitId(baton, user, id) + "/signal",
                            variables("variables", trigger, payload, epoch));
        }
    },
    SIGNAL_WITH_FLAT_VARIABLES(Waits.AGENT) {
        @Override
        public Answer move(Baton baton, String user, String id, String trigger, ObjectNode payload, Integer epoch) {
            return baton.as(user)
                    .post(
                            "/engine-rest/execution/" + waitId(baton, user, id) + "/signal",
                            flat("variables", trigger, payload, epoch));
        }
    },
    COMPLETE(Waits.PERSON) {
        @Override
        public Answer move(Baton baton, String user, String id, String trigger, ObjectNode payload, Integer epoch) {
            return baton.as(user)
                    .post(
                            "/engine-rest/task/" + waitId(baton, user, id) + "/complete",
                            variables("variables", trigger, payload, epoch));
        }
    },
    SUBMIT_FORM(Waits.PERSON) {
        @Override
        public Answer move(Baton baton, String user, String id, String trigger, ObjectNode payload, Integer epoch) {
            return baton.as(user)
                    .post(
                            "/engine-rest/task/" + waitId(baton, user, id) + "/submit-form",
                            flat("variables", trigger, payload, epoch));
        }
    },
    TASKLIST(Waits.PERSON) {
        @Override
        public Answer move(Baton baton, String user, String id, String trigger, ObjectNode payload, Integer epoch) {
            return Tasklist.of(baton, user)
                    .post("/task/" + waitId(baton, user, id) + "/complete", flat("variables", trigger, payload, epoch));
        }
    },
    TASKLIST_FORM(Waits.PERSON) {
        @Override
        public Answer move(Baton baton, String user, String id, String trigger, ObjectNode payload, Integer epoch) {
            return Tasklist.of(baton, user)
                    .post(
                            "/task/" + waitId(baton, user, id) + "/submit-form",
                            flat("variables", trigger, payload, epoch));
        }
    },
    MESSAGE(Waits.MESSAGE) {
        @Override
        public Answer move(Baton baton, String user, String id, String trigger, ObjectNode payload, Integer epoch) {
            ObjectNode body = Json.object(variables("processVariables", null, payload, epoch));
            body.put("messageName", trigger).put("businessKey", id);
            return baton.as(user).post("/engine-rest/message", body.toString());
        }
    },
    SUBSCRIPTION(Waits.MESSAGE) {
        @Override
        public Answer move(Baton baton, String user, String id, String trigger, ObjectNode payload, Integer epoch) {
            EventSubscription waiting = subscription(baton, id, trigger);
            return baton.as(user)
                    .post(
                            "/engine-rest/execution/" + waiting.getExecutionId() + "/messageSubscriptions/" + trigger
                                    + "/trigger",
                            flat("variables", null, payload, epoch));
        }
    };

    private enum Waits {
        ANY,
        AGENT,
        PERSON,
        MESSAGE
    }

    private final Waits waits;

    EntryPoint(Waits waits) {
        this.waits = waits;
    }

    public Answer move(Baton baton, String user, String id, String trigger, ObjectNode payload) {
        return move(baton, user, id, trigger, payload, null);
    }

    /** @param epoch the lease that the caller says to hold; null if it says nothing of one */
    public abstract Answer move(Baton baton, String user, String id, String trigger, ObjectNode payload, Integer epoch);

    /** The entry points for a trigger in the current state of the task; messages have their own. */
    public static List<EntryPoint> open(Baton baton, String id, String trigger) {
        Waits wanted = subscription(baton, id, trigger) != null
                ? Waits.MESSAGE
                : userTasks(baton, id).count() > 0 ? Waits.PERSON : Waits.AGENT;
        return Arrays.stream(values())
                .filter(d -> d.waits == Waits.ANY || d.waits == wanted)
                .toList();
    }

    private static EventSubscription subscription(Baton baton, String id, String trigger) {
        return baton
                .engine()
                .getRuntimeService()
                .createEventSubscriptionQuery()
                .processInstanceId(Traces.instance(baton, id))
                .eventType("message")
                .eventName(trigger)
                .list()
                .stream()
                .findFirst()
                .orElse(null);
    }

    private static TaskQuery userTasks(Baton baton, String id) {
        return baton.engine().getTaskService().createTaskQuery().processInstanceBusinessKey(id);
    }

    /** What the user can act on: a user task of their own, or where the ledger says that the task waits. */
    private static String waitId(Baton baton, String user, String id) {
        List<Task> own = userTasks(baton, id).taskAssignee(user).list();
        if (!own.isEmpty()) {
            return own.get(0).getId();
        }
        String wait = baton.sql()
                .sql("SELECT wait_id FROM task WHERE id=?")
                .param(id)
                .query(String.class)
                .optional()
                .orElse(null);
        return wait == null ? "none" : wait;
    }

    private static String variables(String field, String trigger, ObjectNode payload, Integer epoch) {
        ObjectNode variables = control(trigger, epoch);
        variables.putObject("payload").put("value", payload.toString()).put("type", "String");
        return Baton.JSON.createObjectNode().<ObjectNode>set(field, variables).toString();
    }

    /** A variable for each field, as forms send them; what is an object or a list goes as JSON text. */
    private static String flat(String field, String trigger, ObjectNode payload, Integer epoch) {
        ObjectNode variables = control(trigger, epoch);
        payload.fields().forEachRemaining(entry -> {
            JsonNode value = entry.getValue();
            ObjectNode variable = variables.putObject(entry.getKey());
            if (value.isContainerNode()) {
                variable.put("value", value.toString());
            } else {
                variable.set("value", value);
            }
        });
        return Baton.JSON.createObjectNode().<ObjectNode>set(field, variables).toString();
    }

    private static ObjectNode control(String trigger, Integer epoch) {
        ObjectNode variables = Baton.JSON.createObjectNode();
        if (trigger != null) {
            variables.putObject("trigger").put("value", trigger).put("type", "String");
        }
        if (epoch != null) {
            variables.putObject("leaseEpoch").put("value", epoch).put("type", "Integer");
        }
        return variables;
    }
}
