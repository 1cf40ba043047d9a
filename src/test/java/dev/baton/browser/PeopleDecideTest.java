package dev.baton.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Governed;
import java.util.regex.Pattern;
import org.camunda.bpm.engine.task.TaskQuery;
import org.junit.jupiter.api.Test;

/** User tasks of the shipped lifecycles are completed in Tasklist. */
class PeopleDecideTest {

    private final Baton baton = Baton.on(Database.H2);

    @Test
    void twoReviewersReviewAComplexTask() {
        String id = baton.create("peer-review", "{\"criticality\":\"complex\"}");
        baton.as("worker-1").move(id, "start", "{}").expect(200);
        baton.as("worker-1")
                .move(id, "complete", "{\"result\":\"Sorted, newest first\"}")
                .expect(200);
        baton.as("human")
                .move(id, "start-review", "{\"reviewers\":[\"reviewer-1\",\"reviewer-2\"]}")
                .expect(200);

        review(id, "reviewer-1", "changes-requested", "No test for the empty list");
        assertThat(baton.state(id)).isEqualTo("under_review");
        review(id, "reviewer-2", "approved", null);

        assertThat(baton.state(id)).isEqualTo("final_review");
        assertThat(baton.task(id).at("/data/reviews")).hasSize(2);
        try (ConsoleUser lead = ConsoleUser.at(baton, "lead", "/tasks/" + id)) {
            assertThat(lead.find(".asked")).containsText("No test for the empty list");
            assertThat(lead.find(".asked")).containsText("Changes requested");
            assertThat(lead.find(".asked")).containsText("Approved");
        }
    }

    private void review(String id, String reviewer, String verdict, String finding) {
        try (Person person = Person.at(baton, reviewer)) {
            person.list("My reviews");
            person.openTask(tasks(id).taskAssignee(reviewer).singleResult().getId());
            assertThat(person.page().locator(".baton")).containsText("Sorted, newest first");
            person.choose("submit-review", verdict);
            if (finding != null) {
                person.page().locator("[name=severity]").first().selectOption("major");
                person.page().locator("[name=message]").first().fill(finding);
            }
            person.photograph("review-" + reviewer);
            int before = baton.task(id).at("/data/reviews").size();
            person.complete();
            person.page()
                    .waitForCondition(() -> baton.task(id).at("/data/reviews").size() > before);
        }
    }

    @Test
    void aHumanApprovesAGovernedTaskAndIsRefusedFirst() {
        String id = waitingForApproval();
        try (Person human = Person.at(baton, "human")) {
            human.list("My approvals");
            human.openTask(tasks(id).singleResult().getId());
            human.page().locator("details[data-section=task] summary").click(); // nobody has to claim it to read it
            assertThat(human.page().locator("section[data-section=workPlan]")).isVisible();
            human.page().locator(".baton-unclaimed button").click();
            human.page()
                    .locator("button.btn-primary:enabled:text-is('Complete')")
                    .waitFor();
            human.choose("decide", "approved");
            human.complete();
            assertThat(human.page().locator("[name=decisionNote]")).isFocused();
            assertThat(human.page().locator("[name=decisionNote]")).hasAttribute("aria-invalid", "true");
            human.photograph("approval-refused");
            assertThat(baton.state(id)).isEqualTo("NEEDS_APPROVAL");

            human.page().locator("[name=decisionNote]").fill("Go ahead, there is a backup");
            human.photograph("approval");
            human.complete();
            human.page().waitForCondition(() -> !baton.state(id).equals("NEEDS_APPROVAL"));
        }
        assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
    }

    @Test
    void whatWasTypedIsKeptWhenTheFormIsLeftAndWhenSomebodyElseDecides() {
        String id = waitingForApproval();
        String approval = tasks(id).singleResult().getId();
        try (Person human = Person.at(baton, "human")) {
            human.openTask(approval);
            human.choose("decide", "denied");
            human.page().locator("[name=decisionNote]").fill("I would rather archive it");
            human.openTask(approval);
            assertThat(human.page().locator("[name=decisionNote]")).hasValue("I would rather archive it");
            assertThat(human.page().locator(".baton-kept")).containsText("did not send it");
            human.claim();

            baton.admin()
                    .move(id, "decide", "{\"decision\":\"denied\",\"decisionNote\":\"Not on a Friday\"}")
                    .expect(200);
            human.complete();
            assertThat(human.page().locator(".baton-refused"))
                    .containsText(Pattern.compile("admin moved the task at .*: Decide. It is now blocked"));
            human.openTask(tasks(id).singleResult().getId());
            assertThat(human.page().locator(".baton-kept")).containsText("I would rather archive it");
        }
    }

    private String waitingForApproval() {
        String id = baton.create("governed", "{}");
        baton.as("lead").move(id, "assign", "{\"assigneeIds\":[\"worker-1\"]}").expect(200);
        baton.as("worker-1").move(id, "start", Governed.PLAN).expect(200);
        baton.as("worker-1")
                .move(id, "request-approval", "{\"reason\":\"May I delete the old index?\",\"risk\":\"RED\"}")
                .expect(200);
        return id;
    }

    private TaskQuery tasks(String id) {
        return baton.engine().getTaskService().createTaskQuery().processInstanceBusinessKey(id);
    }
}
