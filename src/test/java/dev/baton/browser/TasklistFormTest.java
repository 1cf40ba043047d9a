package dev.baton.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.state;
import static dev.baton.testing.Drawing.timer;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Drawing;
import dev.baton.testing.Reviews;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The form in Tasklist that is generated from the diagram and the schemas. */
class TasklistFormTest {

    private final Baton baton = Baton.on(Database.H2);

    @Test
    void aRefusalIsShownAtTheFieldAndNothingTypedIsLost() {
        String id = checking("Buy <b>flowers</b> {{1+1}}");
        try (Person reviewer = Person.at(baton, "reviewer-1")) {
            reviewer.openTask(userTask(id));
            assertThat(reviewer.page().locator(".baton")).containsText("roses <img src=x onerror=alert(1)>");
            assertThat(reviewer.page().locator(".baton")).containsText("walk");
            reviewer.claim();
            reviewer.photograph("form-before-deciding");

            reviewer.choose("reject");
            reviewer.complete();
            assertThat(reviewer.move("reject").locator(".baton-fault").first()).isVisible();
            reviewer.photograph("form-refused");
            assertThat(baton.state(id)).isEqualTo("checking");

            reviewer.move("reject").locator("[name=reason]").fill("Not the right colour");
            reviewer.complete();
            reviewer.page().waitForCondition(() -> baton.state(id).equals("working"));
        }
    }

    @Test
    void somebodyStartsATaskFromTasklist() {
        String title = "Started in a browser " + Baton.newId();
        try (Person human = Person.at(baton, "human")) {
            human.startProcess("Work queue");
            human.complete("Start");
            assertThat(human.page().locator(".baton-fault").first()).isVisible();
            assertThat(human.page().locator(".modal-body details [data-field=claimTimeout]"))
                    .hasCount(1); // folded, as in the console
            human.page().locator(".modal-body [name=title]").fill(title);
            human.page().locator(".modal-body [name=priority]").fill("7");
            human.photograph("start-form");
            human.complete("Start");
            human.page().waitForCondition(() -> started(title));
            assertThat(baton.sql()
                            .sql("SELECT priority FROM task WHERE title=?")
                            .param(title)
                            .query(Integer.class)
                            .single())
                    .isEqualTo(7);
            assertThat(human.page().locator(".page-notifications a[href^='/tasks/']"))
                    .hasText(title);
        }
    }

    @Test
    void aReviewerFindsTheReviewItsHistoryAndNotTheVerdictOfTheOther() {
        String id = Reviews.underReview(baton, "complex", "reviewer-1", "reviewer-2");
        Reviews.submit(baton, id, "reviewer-1").expect(200);
        String userTask = userTask(id);
        try (Person reviewer = Person.at(baton, "reviewer-2")) {
            reviewer.openTask(userTask);
            Page page = reviewer.page();
            assertThat(page.locator(".task-filter:has-text('Waits for me') a[data-count]"))
                    .isVisible();
            assertThat(page.locator(".ce-eol-banner")).isHidden();
            assertThat(page.locator("body")).not().containsText("Create task");
            assertThat(page.locator("a[href='/']:text-is('Console')")).isVisible();
            assertThat(page.locator(".baton a[href='/tasks/" + id + "']")).isVisible();
            assertThat(page.locator("button.unclaim")).isHidden();
            assertThat(page.locator(".baton")).not().containsText("a typo");

            page.locator(".nav-tabs a:text-is('History')").click();
            assertThat(page.locator(".baton-history")).containsText("Start review");
            page.locator("textarea[name=comment]").fill("I <b>look</b> at **it** today");
            page.locator("button:text-is('Add comment')").click();
            assertThat(page.locator(".baton-history [data-what=comment]")).containsText("I <b>look</b> at it today");
            assertThat(page.locator(".baton-history")).not().containsText("a typo");
            reviewer.photograph("tasklist-history");
        }
        assertThat(baton.task(id).at("/data/comments/0/by").asText()).isEqualTo("reviewer-2");
    }

    @Test
    void aPersonSeesWhatFollowsFromEachMove() {
        String id = Baton.newId();
        Drawing drawing = everyWord();
        baton.deploy(drawing);
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"%s\",\"id\":\"%s\",\"data\":{\"pieces\":[\"a\",\"b\"]}}"
                                .formatted(drawing.key(), id))
                .expect(201);
        try (Person lead = Person.at(baton, "lead")) {
            lead.openTask(userTask(id));
            Map.of(
                            "split", "Makes 2 tasks of work queue, and waits for them.",
                            "render", "Waits for a program that does render.",
                            "rest", "Waits for a time.",
                            "tell", "Sends start to the tasks that it waits for.",
                            "judge", "Asks the table reviewers needed.",
                            "poll", "Waits for several people.",
                            "freed", "Happens by itself when the last task that this one waits for has finished.")
                    .forEach((trigger, sentence) ->
                            assertThat(lead.move(trigger)).containsText(sentence));
            lead.photograph("tasklist-words");
        }
        baton.as("lead").move(id, "poll", "{}").expect(200);
        String part = baton.engine()
                .getTaskService()
                .createTaskQuery()
                .processInstanceBusinessKey(id)
                .list()
                .get(0)
                .getId();
        try (Person reviewer = Person.at(baton, "reviewer-1")) {
            reviewer.openTask(part);
            assertThat(reviewer.move("answer"))
                    .containsText("This is your part. The task goes on when another one is done, too.");
        }
    }

    @Test
    void aPersonSeesWhatATaskIsPartOfItsSubtasksAndHowOftenItWasTried() {
        Drawing piece = Drawing.good().draw("open", user("open", "lead"));
        Drawing whole = judged(piece.key());
        baton.deploy(piece);
        String id = baton.create(whole);
        baton.as("worker-1").move(id, "finish", "{}").expect(200);
        String child = baton.task(id).at("/children/0/id").asText();
        try (Person lead = Person.at(baton, "lead")) {
            lead.openTask(userTask(child));
            assertThat(lead.page().locator(".baton-facts a[href='/tasks/" + id + "']"))
                    .hasText(id);
            assertThat(lead.page().locator(".baton-facts")).containsText("Part of " + id);

            baton.as("lead").move(child, "finish", "{}").expect(200);
            lead.page().waitForCondition(() -> baton.state(id).equals("checking"));
            baton.as("lead").move(id, "again", "{}").expect(200);
            lead.openTask(userTask(id));
            assertThat(lead.page().locator(".baton-facts a[href='/tasks/" + child + "']"))
                    .hasText(child);
            assertThat(lead.page().locator(".baton-facts")).containsText("Subtasks: " + child + " (Done)");
            assertThat(lead.page().locator(".baton-facts")).containsText("Attempt 1 of 3");
            assertThat(lead.page().locator(".baton-facts")).containsText("Rounds: 1");
            assertThat(lead.move("approve")).isVisible();
            lead.photograph("tasklist-parts");
        }
        try (Person reviewer = Person.at(baton, "reviewer-1")) {
            reviewer.openTask(userTask(id));
            assertThat(reviewer.page().locator(".baton-waits").first())
                    .containsText("There is nothing for you to decide here: this waits for Lead.");
        }
    }

    /** Has a subtask, and then a judgement of the lane {@code lead} that counts how often it sends the work back. */
    private static Drawing judged(String called) {
        return Drawing.good()
                .lanes("<bpmn:lane id=\"lane\" name=\"lead\"><bpmn:flowNodeRef>checking</bpmn:flowNodeRef>"
                        + "<bpmn:flowNodeRef>checking_out</bpmn:flowNodeRef></bpmn:lane>")
                .draw("open__finish", arrow("open__finish", "finish", "open_out", "odd"))
                .draw(
                        "odd",
                        element(
                                "callActivity",
                                "id=\"odd\" calledElement=\"" + called + "\"",
                                properties("state", "split")))
                .draw("odd__checking", arrow("odd__checking", "odd", "checking"))
                .draw("checking", state("userTask", "checking", "checking"))
                .draw("checking_out", node("exclusiveGateway", "checking_out"))
                .draw("checking__out", arrow("checking__out", "checking", "checking_out"))
                .draw("checking__approve", arrow("checking__approve", "approve", "checking_out", "done"))
                .draw(
                        "checking__again",
                        arrow(
                                "checking__again",
                                "again",
                                "checking_out",
                                "checking",
                                properties("count", "attempts, rounds")));
    }

    /** A user task with a trigger for each thing that a task can do next. */
    private static Drawing everyWord() {
        return Drawing.good()
                .beside("<bpmn:message id=\"M\" name=\"start\"/>")
                .draw("open", user("open", "lead"))
                .draw("split", trigger("split", "pieces"))
                .draw(
                        "pieces",
                        element(
                                "callActivity",
                                "id=\"pieces\" calledElement=\"work-queue\"",
                                properties("state", "pieces"),
                                "<bpmn:multiInstanceLoopCharacteristics camunda:collection=\"${task.pieces}\"/>"))
                .draw("pieces__open", arrow("pieces__open", "pieces", "open"))
                .draw("render", trigger("render", "rendering"))
                .draw(
                        "rendering",
                        element(
                                "serviceTask",
                                "id=\"rendering\" camunda:type=\"external\" camunda:topic=\"render\"",
                                properties("state", "rendering")))
                .draw("rendering__open", arrow("rendering__open", "rendering", "open"))
                .draw("rest", trigger("rest", "resting"))
                .draw("resting", state("intermediateCatchEvent", "resting", "resting", timer()))
                .draw("resting__open", arrow("resting__open", "resting", "open"))
                .draw("tell", trigger("tell", "telling"))
                .draw(
                        "telling",
                        node(
                                "intermediateThrowEvent",
                                "telling",
                                properties("to", "blockers"),
                                "<bpmn:messageEventDefinition messageRef=\"M\"/>"))
                .draw("telling__open", arrow("telling__open", "telling", "open"))
                .draw("judge", trigger("judge", "judging"))
                .draw(
                        "judging",
                        element(
                                "businessRuleTask",
                                "id=\"judging\" camunda:decisionRef=\"reviewers-needed\" camunda:resultVariable=\"needed\""
                                        + " camunda:mapDecisionResult=\"singleResult\""))
                .draw("judging__open", arrow("judging__open", "judging", "open"))
                .draw("poll", trigger("poll", "polling"))
                .draw(
                        "polling",
                        user("polling", "reviewer")
                                .replace(
                                        "</bpmn:userTask>",
                                        "<bpmn:multiInstanceLoopCharacteristics><bpmn:loopCardinality>2</bpmn:loopCardinality>"
                                                + "</bpmn:multiInstanceLoopCharacteristics></bpmn:userTask>"))
                .draw("polling__open", arrow("polling__open", "answer", "polling", "open"))
                .draw(
                        "freed",
                        arrow(
                                "freed",
                                "freed",
                                "open_out",
                                "done",
                                properties("on", "blockers-finished", "roles", "system, lead")));
    }

    private static String user(String state, String group) {
        return element(
                "userTask",
                "id=\"%s\" camunda:candidateGroups=\"%s\"".formatted(state, group),
                properties("state", state));
    }

    private static String trigger(String name, String target) {
        return arrow(name, name, "open_out", target);
    }

    private boolean started(String title) {
        return baton.sql()
                        .sql("SELECT COUNT(*) FROM task WHERE title=?")
                        .param(title)
                        .query(Integer.class)
                        .single()
                == 1;
    }

    private String checking(String title) {
        String id = Baton.newId();
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"errand\",\"id\":\"%s\",\"title\":\"%s\",\"priority\":5}".formatted(id, title))
                .expect(201);
        baton.as("worker-1")
                .move(id, "take", "{\"plan\":{\"steps\":[\"walk\",\"buy\"]}}")
                .expect(200);
        baton.as("worker-1")
                .move(id, "deliver", "{\"result\":{\"text\":\"roses <img src=x onerror=alert(1)>\",\"size\":12}}")
                .expect(200);
        return id;
    }

    private String userTask(String id) {
        return baton.engine()
                .getTaskService()
                .createTaskQuery()
                .processInstanceBusinessKey(id)
                .singleResult()
                .getId();
    }
}
