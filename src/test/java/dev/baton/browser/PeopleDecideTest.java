package dev.baton.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Governed;
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
            person.choose("submit-review");
            person.move("submit-review").locator("[name=verdict]").selectOption(verdict);
            if (finding != null) {
                person.move("submit-review").locator("[name=severity]").first().selectOption("major");
                person.move("submit-review").locator("[name=message]").first().fill(finding);
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
        String id = baton.create("governed", "{}");
        baton.as("lead").move(id, "assign", "{\"assigneeIds\":[\"worker-1\"]}").expect(200);
        baton.as("worker-1").move(id, "start", Governed.PLAN).expect(200);
        baton.as("worker-1")
                .move(id, "request-approval", "{\"reason\":\"May I delete the old index?\",\"risk\":\"RED\"}")
                .expect(200);
        try (Person human = Person.at(baton, "human")) {
            human.list("My approvals");
            human.openTask(tasks(id).singleResult().getId());
            human.claim();
            human.choose("decide");
            human.complete();
            assertThat(human.move("decide").locator(".baton-fault:visible").first())
                    .isVisible();
            human.photograph("approval-refused");
            assertThat(baton.state(id)).isEqualTo("NEEDS_APPROVAL");

            human.move("decide").locator("select[name=decision]").selectOption("approved");
            human.move("decide").locator("[name=decisionNote]").fill("Go ahead, there is a backup");
            human.photograph("approval");
            human.complete();
            human.page().waitForCondition(() -> !baton.state(id).equals("NEEDS_APPROVAL"));
        }
        assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
    }

    private TaskQuery tasks(String id) {
        return baton.engine().getTaskService().createTaskQuery().processInstanceBusinessKey(id);
    }
}
