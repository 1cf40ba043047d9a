package dev.baton.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Workers;
import org.junit.jupiter.api.Test;

/** Operators find a task in Cockpit by its id, which is the business key, and see where it is. */
class CockpitTest {

    private static final String SEARCH = "input[placeholder='Add criteria']";
    private static final String INSTANCE = "tr a[href*=process-instance]";

    private final Baton baton = Baton.on(Database.H2);

    @Test
    void anOperatorFindsATaskByItsId() {
        String id = baton.create("work-queue");
        String definition = baton.engine()
                .getRepositoryService()
                .createProcessDefinitionQuery()
                .processDefinitionKey("work-queue")
                .latestVersion()
                .singleResult()
                .getId();
        baton.create("work-queue");
        try (Person human = Person.at(baton, "human")) {
            String page = "/camunda/app/cockpit/default/#/process-definition/" + definition
                    + "/runtime?detailsTab=process-instances-table";
            human.persist(() -> {
                human.open(page, INSTANCE);
                search(human.page(), id);
            });
            human.photograph("cockpit-search");
            human.page()
                    .locator("tr:has-text('" + id + "') a[href*=process-instance]")
                    .first()
                    .click();
            human.page().locator("[data-element-id=ready]").first().waitFor();
            assertThat(human.page().locator("body")).containsText(id, new ContainsTextOptions().setTimeout(60_000));
            human.photograph("cockpit-instance");
        }
    }

    @Test
    void anOperatorSeesUntilWhenALeaseLasts() {
        String id = baton.create("work-queue");
        baton.as("worker-1").move(id, "claim", "{}").expect(200);
        String instance = baton.engine()
                .getRuntimeService()
                .createProcessInstanceQuery()
                .processInstanceBusinessKey(id)
                .singleResult()
                .getId();
        try (Person human = Person.at(baton, "human")) {
            human.open(
                    "/camunda/app/cockpit/default/#/process-instance/" + instance + "/runtime?tab=baton.task",
                    "#baton-task");
            assertThat(human.page().locator("#baton-task")).containsText(id);
            assertThat(human.page().locator("#baton-task")).containsText("worker-1");
            assertThat(human.page().locator("#baton-task")).containsText(" left");
            human.photograph("cockpit-lease");
        }
    }

    @Test
    void theHeaderFindsATaskAndTheDiagramShowsItsWay() {
        String id = baton.create("work-queue");
        baton.as("worker-1").move(id, "claim", "{}").expect(200);
        try (Person human = Person.at(baton, "human")) {
            Page page = human.page();
            human.open("/camunda/app/cockpit/default/#/", ".baton-find input");
            page.locator(".baton-find input").fill(id);
            page.keyboard().press("Enter");
            page.locator("tr[data-task='" + id + "'] button").click();
            assertThat(page.locator("#baton-task")).containsText(" left");
            assertThat(page.locator("[data-element-id=claimed].baton-travelled"))
                    .hasCount(1);
            assertThat(page.locator("[data-element-id=completed].baton-travelled"))
                    .hasCount(0);
            assertThat(page.locator("body")).not().containsText("Suspend");
            assertThat(page.locator("a[href='#/decisions']")).hasCount(0); // admins alone see decisions
            human.photograph("cockpit-path");
        }
    }

    @Test
    void anOperatorSeesEndedTasksWithTheirWayAndWhatWaitsForPeople() {
        String id = Workers.completed(baton, "worker-1");
        String definition = baton.engine()
                .getRepositoryService()
                .createProcessDefinitionQuery()
                .processDefinitionKey("work-queue")
                .latestVersion()
                .singleResult()
                .getId();
        try (Person human = Person.at(baton, "human")) {
            Page page = human.page();
            String row = "tr[data-task='" + id + "']";
            human.open(
                    "/camunda/app/cockpit/default/#/process-definition/" + definition
                            + "/runtime?detailsTab=baton.ended",
                    ".baton-tasks");
            page.locator(row + " button").click();
            assertThat(page.locator("[data-element-id=completed].baton-travelled"))
                    .hasCount(1);
            assertThat(page.locator(row)).containsText("Completed");
            human.photograph("cockpit-ended");

            human.open("/camunda/app/cockpit/default/#/tasks", ".baton-people td");
            assertThat(page.locator(".page-notifications .alert-danger")).hasCount(0);
            human.open("/camunda/app/cockpit/default/#/repository", "text=work-queue.bpmn");
        }
    }

    /** What is typed before the page has put the cursor where the value goes is lost. */
    private static void search(Page page, String id) {
        page.locator(SEARCH).first().click();
        page.locator(".dropdown-menu a:visible:text-is('Business Key')").first().click();
        page.waitForFunction(
                "box => document.activeElement?.tagName === 'INPUT' && !document.activeElement.matches(box)", SEARCH);
        page.locator("input:focus").fill(id);
        page.keyboard().press("Enter");
        page.locator("tr:has-text('" + id + "') a[href*=process-instance]")
                .first()
                .waitFor();
    }
}
