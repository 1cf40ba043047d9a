package dev.baton.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Traces;
import org.junit.jupiter.api.Test;

/** Operators find a task in Cockpit by its id, which is the business key, and see where it is. */
class CockpitTest {

    private final Baton baton = Baton.on(Database.H2);

    @Test
    void anOperatorFindsATaskByItsId() {
        String id = baton.create("work-queue");
        String search = "[{%22type%22:%22PIbusinessKey%22,%22operator%22:%22eq%22,%22value%22:%22" + id
                + "%22,%22name%22:%22%22}]";
        try (Person human = Person.at(baton, "human")) {
            human.open(
                    "/camunda/app/cockpit/default/#/processes/?searchQuery=" + search,
                    "a[href*='" + Traces.instance(baton, id) + "'], .ctn-main");
            human.open(
                    "/camunda/app/cockpit/default/#/process-instance/" + Traces.instance(baton, id) + "/runtime",
                    "[data-element-id=ready]");
            assertThat(human.page().locator("body")).containsText(id, new ContainsTextOptions().setTimeout(60_000));
            human.photograph("cockpit-instance");
        }
    }
}
