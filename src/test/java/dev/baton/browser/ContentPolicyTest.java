package dev.baton.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.LoadState;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Camunda's pages work with their content security policy and with the allow list. */
class ContentPolicyTest {

    private static final String VIOLATION = "Content Security Policy";

    private final Baton baton = Baton.on(Database.H2);
    private final List<String> violations = new CopyOnWriteArrayList<>();
    private final List<String> refused = new CopyOnWriteArrayList<>();

    @Test
    void everyPageOfTheWebApplicationsWorksForAnAdmin() {
        String id = baton.create("work-queue");
        String definition = baton.sql()
                .sql("SELECT definition_id FROM task WHERE id=?")
                .param(id)
                .query(String.class)
                .single();
        String instance = baton.engine()
                .getRuntimeService()
                .createProcessInstanceQuery()
                .processInstanceBusinessKey(id)
                .singleResult()
                .getId();
        try (Person admin = Person.at(baton, "admin")) {
            watch(admin.page());
            visit(admin, "/camunda/app/welcome/default/#/welcome", ".welcome, [ng-view] h3");
            visit(admin, "/camunda/app/tasklist/default/#/", ".task-filter .name a");
            visit(admin, "/camunda/app/cockpit/default/#/dashboard", "[ng-view] h3, .dashboard");
            visit(admin, "/camunda/app/cockpit/default/#/processes", "a[href*=process-definition]");
            visit(admin, "/camunda/app/cockpit/default/#/decisions", "[ng-view] > *");
            visit(admin, "/camunda/app/cockpit/default/#/tasks", "[ng-view] > *");
            visit(admin, "/camunda/app/cockpit/default/#/repository", "[ng-view] > *");
            visit(admin, "/camunda/app/cockpit/default/#/batch", "[ng-view] > *");
            visit(admin, "/camunda/app/cockpit/default/#/process-definition/" + definition + "/runtime", "svg");
            visit(admin, "/camunda/app/cockpit/default/#/process-instance/" + instance + "/runtime", "svg");
            visit(admin, "/camunda/app/admin/default/#/users", "a[href*='users/intern']");
            visit(admin, "/camunda/app/admin/default/#/users/intern?tab=groups", "form:visible, table:visible");
            visit(admin, "/camunda/app/admin/default/#/groups", "a[href*='groups/lead']");
            visit(admin, "/camunda/app/admin/default/#/groups/lead?tab=users", "form:visible, table:visible");
            visit(admin, "/camunda/app/admin/default/#/authorization", "table:visible");
        }
        assertThat(violations).isEmpty();
        assertThat(refused).isEmpty();
    }

    @Test
    void anOperatorAndAnInternFindTheirPagesToo() {
        try (Person human = Person.at(baton, "human")) {
            watch(human.page());
            visit(human, "/camunda/app/tasklist/default/#/", ".task-filter .name a");
            visit(human, "/camunda/app/cockpit/default/#/dashboard", "[ng-view] h3, .dashboard");
            visit(human, "/camunda/app/cockpit/default/#/processes", "a[href*=process-definition]");
        }
        try (Person intern = Person.at(baton, "intern")) {
            watch(intern.page());
            visit(intern, "/camunda/app/tasklist/default/#/", ".task-filter .name a");
            visit(intern, "/camunda/app/welcome/default/#/welcome", ".welcome, [ng-view] h3");
        }
        assertThat(violations).isEmpty();
        assertThat(refused).isEmpty();
    }

    @Test
    void swaggerDescribesTheApiAndCallsIt() {
        Browser.NewContextOptions signedIn = new Browser.NewContextOptions().setHttpCredentials("human", "demo");
        try (var context = Chromium.browser().newContext(signedIn)) {
            Page page = context.newPage();
            page.setDefaultTimeout(120_000);
            watch(page);
            page.navigate(baton.url() + "/swagger-ui.html");
            page.locator(".opblock-get .opblock-summary-control").first().click();
            page.locator(".opblock.is-open .opblock-body").first().waitFor();
            page.locator(".opblock.is-open .try-out__btn").first().click();
            page.locator(".opblock.is-open .execute").first().click();
            page.locator(".opblock.is-open .live-responses-table").first().waitFor();
            page.screenshot(new Page.ScreenshotOptions()
                    .setPath(java.nio.file.Path.of("target", "screenshots", "swagger.png")));
        }
        assertThat(violations).isEmpty();
    }

    @Test
    void aScriptThatIsNotThePagesOwnDoesNotRun() {
        try (Person intern = Person.at(baton, "intern")) {
            watch(intern.page());
            visit(intern, "/camunda/app/tasklist/default/#/", ".task-filter .name a");
            intern.page()
                    .evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.ran=1\">')");
            intern.page().waitForCondition(() -> !violations.isEmpty());
            assertThat(intern.page().evaluate("window.ran")).isNull();
        }
        assertThat(violations).anyMatch(line -> line.contains(VIOLATION));
    }

    private void visit(Person person, String path, String wanted) {
        person.goTo(path, wanted);
        person.page().waitForLoadState(LoadState.NETWORKIDLE);
    }

    private void watch(Page page) {
        page.onConsoleMessage(message -> {
            if (message.text().contains(VIOLATION)) {
                violations.add(message.text());
            }
        });
        page.onResponse(response -> {
            if (response.status() == 403 || response.status() >= 500) {
                refused.add(response.status() + " " + response.request().method() + " " + response.url());
            }
        });
    }
}
