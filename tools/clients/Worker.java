import dev.baton.client.ApiClient;
import dev.baton.client.api.ClaimsApi;
import dev.baton.client.api.TasksApi;
import dev.baton.client.model.Claim;
import dev.baton.client.model.CreateTask;
import dev.baton.client.model.HistoryEntry;
import dev.baton.client.model.MoveAnswer;
import dev.baton.client.model.MoveTask;
import dev.baton.client.model.Problem;
import dev.baton.client.model.TaskView;
import java.util.List;
import java.util.Map;
import org.springframework.web.client.RestClientResponseException;

/** Works a task of the work queue to its end with the client that is generated from docs/openapi.yaml. */
public final class Worker {

    private Worker() {}

    /** @return what was done; fails if anything is not as expected */
    public static String work(String url, String user, String password) {
        ApiClient client = new ApiClient();
        client.setBasePath(url);
        client.setUsername(user);
        client.setPassword(password);
        TasksApi tasks = new TasksApi(client);

        // The most urgent one, so that the claim finds it before others.
        CreateTask wanted = new CreateTask()
                .lifecycle("work-queue")
                .title("Work with a generated client")
                .priority(-2000000)
                .data(Map.of("from", "Java"));
        TaskView created = tasks.createTask(wanted, false, null);
        demand(created.getLease() == null && created.getAssignee() == null, "nobody has it yet");
        demand("Java".equals(created.getData().get("from")), "its data is kept");

        Claim claim = new Claim().lifecycle("work-queue");
        claim.setWait(5); // wait(5) would be Object.wait
        TaskView claimed = new ClaimsApi(client).claimTask(claim, null);
        demand(claimed.getId().equals(created.getId()), "it is the most urgent one");
        String id = claimed.getId();
        int epoch = claimed.getLease().getEpoch();

        Problem problem = refusal(tasks, id, new MoveTask().trigger("succeed").leaseEpoch(epoch));
        demand(problem.getStatus() == 409 && !problem.getSuccess(), "it is not started yet");
        demand(problem.getAllowedTransitions().contains("in_progress"), "it could be started");
        demand(!problem.getErrors().get(0).getMessage().isBlank(), "the refusal says why");

        move(tasks, id, new MoveTask().trigger("start").leaseEpoch(epoch));
        MoveAnswer moved = move(
                tasks, id, new MoveTask().trigger("succeed").leaseEpoch(epoch).payload(Map.of("exitCode", 0)));
        demand(moved.getTask().getState().equals("completed"), "it is completed");
        List<String> states =
                tasks.getHistory(id).stream().map(HistoryEntry::getTo).toList();
        demand(states.equals(List.of("ready", "claimed", "in_progress", "completed")), "the history has every step");
        return id + " is completed, with the generated Java client";
    }

    private static MoveAnswer move(TasksApi tasks, String id, MoveTask move) {
        return tasks.moveTask(id, move, false, null, null);
    }

    private static Problem refusal(TasksApi tasks, String id, MoveTask move) {
        try {
            move(tasks, id, move);
        } catch (RestClientResponseException e) {
            return e.getResponseBodyAs(Problem.class);
        }
        throw new IllegalStateException("The move was not refused");
    }

    private static void demand(boolean expected, String what) {
        if (!expected) {
            throw new IllegalStateException("Not as expected: " + what);
        }
    }
}
