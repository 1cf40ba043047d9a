package dev.baton.tasklist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Drawing;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Reviews;
import dev.baton.testing.Tasklist;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.camunda.bpm.engine.task.Task;

/** Names, priorities, dates and filters of user tasks in Tasklist. */
class TasklistEntriesTest {

    private static final String FOUR_HOURS = "<bpmn:timerEventDefinition><bpmn:timeDuration"
            + " xsi:type=\"bpmn:tFormalExpression\">PT4H</bpmn:timeDuration></bpmn:timerEventDefinition>";

    @OnBothDatabases
    void aUserTaskIsCalledByTheTitleAndComesBeforeLessUrgentOnes(Baton baton) {
        Task urgent = checking(baton, "Water the plants", 1);
        Task later = checking(baton, "Dust the shelf", 500);

        assertThat(urgent.getName()).isEqualTo("Water the plants: checking");
        assertThat(urgent.getPriority()).as("the same number as in the API").isEqualTo(1);
        assertThat(tasks(baton, "reviewer-1", "Everything")).containsSubsequence(urgent.getId(), later.getId());
    }

    @OnBothDatabases
    void aTitleThatIsTooLongForACardIsCut(Baton baton) {
        Task task = checking(baton, "🌱".repeat(200), 100);
        assertThat(task.getName()).hasSizeLessThanOrEqualTo(255).endsWith("…: checking");
    }

    @OnBothDatabases
    void aTitleDoesNotTurnTheStateRound(Baton baton) {
        Task task = checking(baton, "Send \u202Egnp.exe", 100);
        assertThat(task.getName()).isEqualTo("Send gnp.exe: checking");
    }

    @OnBothDatabases
    void theTimerOnAStateIsTheDueDateAndHalfwayThereItComesUpAgain(Baton baton) {
        String key = "due-" + baton.hashCode();
        deploy(baton, key, "Timed " + key);
        Instant now = Instant.parse("2031-03-01T10:00:00Z");
        ClockUtil.setCurrentTime(java.util.Date.from(now));

        Task task = userTask(baton, baton.create(key));

        assertThat(task.getDueDate().toInstant()).isEqualTo(now.plus(Duration.ofHours(4)));
        assertThat(task.getFollowUpDate().toInstant()).isEqualTo(now.plus(Duration.ofHours(2)));
    }

    @OnBothDatabases
    void everybodyFindsTheListsAndTheirOwnTasksInThem(Baton baton) {
        String key = "listed-" + baton.hashCode();
        deploy(baton, key, "Legal checks");
        deploy(baton, key + "-too", "Legal checks");
        Task one = userTask(baton, baton.create(key));
        Task other = userTask(baton, baton.create(key + "-too"));

        assertThat(names(baton, "reviewer-1"))
                .contains("Assigned to me", "Unassigned in my groups", "Overdue", "Everything", "Legal checks");
        assertThat(tasks(baton, "reviewer-1", "Legal checks")).contains(one.getId(), other.getId());
        assertThat(tasks(baton, "worker-1", "Legal checks")).doesNotContain(one.getId());
        assertThat(tasks(baton, "reviewer-1", "Unassigned in my groups")).contains(one.getId());

        baton.engine().getTaskService().claim(one.getId(), "reviewer-1");

        assertThat(tasks(baton, "reviewer-1", "Assigned to me")).contains(one.getId());
        assertThat(tasks(baton, "reviewer-1", "Legal checks")).contains(one.getId());
        assertThat(tasks(baton, "reviewer-2", "Legal checks")).doesNotContain(one.getId());
        assertThat(tasks(baton, "reviewer-1", "Unassigned in my groups")).doesNotContain(one.getId());
        assertThat(tasks(baton, "reviewer-1", "Overdue")).doesNotContain(one.getId());

        ClockUtil.offset(Duration.ofHours(5).toMillis());

        assertThat(tasks(baton, "reviewer-1", "Overdue")).contains(one.getId());
    }

    @OnBothDatabases
    void oneListHasAllThatWaitsForMeAndOneAllThatIsBlocked(Baton baton) {
        String offered = Reviews.userTasks(baton, Reviews.pending(baton, "standard"))
                .get(0)
                .getId();
        String own = Reviews.userTasks(baton, Reviews.underReview(baton, "standard", "reviewer-1"))
                .get(0)
                .getId();
        String summingUp =
                Reviews.userTasks(baton, Reviews.finalReview(baton)).get(0).getId();
        String blockedId = Reviews.inProgress(baton, "standard");
        baton.as(Reviews.WORKER)
                .move(blockedId, "block", "{\"reason\":\"no key\"}")
                .expect(200);
        String blocked = Reviews.userTasks(baton, blockedId).get(0).getId();

        assertThat(tasks(baton, "reviewer-1", "Waits for me"))
                .contains(offered, own, summingUp)
                .doesNotContain(blocked);
        assertThat(tasks(baton, "reviewer-1", "My reviews")).contains(own, summingUp);
        assertThat(tasks(baton, "reviewer-2", "Waits for me")).contains(offered).doesNotContain(own, summingUp);
        assertThat(tasks(baton, "worker-1", "Waits for me")).contains(blocked);
        assertThat(tasks(baton, "reviewer-2", "Blocked")).contains(blocked);
    }

    @OnBothDatabases
    void aNameIsOneListWithTheUserTasksThatSaySo(Baton baton) {
        String list = "Two checks " + baton.hashCode();
        String key = "twice-listed-" + baton.hashCode();
        Drawing drawing = twoUserTasks(key, Drawing.properties("state", "first", "list", list), list);
        Drawing other = twoUserTasks(key + "-not", Drawing.properties("state", "first"), null);
        baton.deploy(drawing);
        baton.deploy(other);
        assertThat(names(baton, "reviewer-1")).containsOnlyOnce(list);
        Task listed = userTask(baton, baton.create(key));
        Task unlisted = userTask(baton, baton.create(other.key()));
        assertThat(tasks(baton, "reviewer-1", list)).contains(listed.getId()).doesNotContain(unlisted.getId());

        baton.deploy(twoUserTasks(key, Drawing.properties("state", "first"), list));
        assertThat(tasks(baton, "reviewer-1", list)).doesNotContain(listed.getId());
        assertThat(names(baton, "reviewer-1")).containsOnlyOnce(list);
    }

    private static Drawing twoUserTasks(String key, String first, String list) {
        String second = list == null
                ? Drawing.properties("state", "second")
                : Drawing.properties("state", "second", "list", list);
        String attributes = "id=\"%s\" camunda:candidateGroups=\"reviewer\"";
        return Drawing.good(key)
                .erase("open", "open_out", "open__open_out", "open__again")
                .draw("first", Drawing.element("userTask", attributes.formatted("first"), first))
                .draw("second", Drawing.element("userTask", attributes.formatted("second"), second))
                .draw("begin__open", Drawing.arrow("begin__open", "begin", "first"))
                .draw("first__on", Drawing.arrow("first__on", "on", "first", "second"))
                .draw("open__finish", Drawing.arrow("open__finish", "finish", "second", "done"));
    }

    private static void deploy(Baton baton, String key, String list) {
        String waiting = "waiting_" + key.replace('-', '_');
        String lists = Drawing.properties("state", "waiting", "list", list);
        String xml = Drawing.good(key)
                .erase("open", "open_out", "open__open_out", "open__again")
                .draw(
                        waiting,
                        Drawing.element(
                                "userTask",
                                "id=\"%s\" name=\"waiting\" camunda:candidateGroups=\"reviewer\"".formatted(waiting),
                                lists))
                .draw("begin__open", Drawing.arrow("begin__open", "begin", waiting))
                .draw("open__finish", Drawing.arrow("open__finish", "finish", waiting, "done"))
                .draw("late", Drawing.boundary("late", waiting, FOUR_HOURS))
                .draw("late__done", Drawing.arrow("late__done", "late", "done"))
                .xml();
        baton.deploy(key, xml);
    }

    private static Task checking(Baton baton, String title, int priority) {
        String id = Baton.newId();
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"errand\",\"id\":\"%s\",\"title\":\"%s\",\"priority\":%d}"
                                .formatted(id, title, priority))
                .expect(201);
        baton.as("worker-1").move(id, "take", "{\"plan\":{\"steps\":[\"go\"]}}").expect(200);
        baton.as("worker-1")
                .move(id, "deliver", "{\"result\":{\"text\":\"done\"}}")
                .expect(200);
        return userTask(baton, id);
    }

    private static Task userTask(Baton baton, String id) {
        return baton.engine()
                .getTaskService()
                .createTaskQuery()
                .processInstanceBusinessKey(id)
                .singleResult();
    }

    private static List<String> names(Baton baton, String user) {
        return filters(baton, user).stream().map(f -> f.get("name").asText()).toList();
    }

    private static List<String> tasks(Baton baton, String user, String filter) {
        String id = filters(baton, user).stream()
                .filter(f -> f.get("name").asText().equals(filter))
                .findFirst()
                .orElseThrow()
                .get("id")
                .asText();
        JsonNode found = Tasklist.of(baton, user)
                .post("/filter/" + id + "/list", "{}")
                .expect(200)
                .json();
        return Json.list(found).stream().map(t -> t.get("id").asText()).toList();
    }

    private static List<JsonNode> filters(Baton baton, String user) {
        return Json.list(Tasklist.of(baton, user).read("/filter").expect(200).json());
    }
}
