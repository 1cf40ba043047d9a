package dev.baton.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Governed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** axe finds nothing serious on any page of the console, in both themes, and no page is wider than a narrow window. */
class AccessibilityTest {

    private static final Path AXE = Path.of("tools", "axe", "node_modules", "axe-core", "axe.min.js");

    private static final String SERIOUS = """
            () => axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations
              .filter(one => ['serious', 'critical'].includes(one.impact))
              .flatMap(one => one.nodes.map(node => one.id + ': ' + node.html)))""";

    /** Markdown that has to be scrolled in a narrow window. */
    private static final String WIDE = "```\\n" + "a long line of code ".repeat(20)
            + "\\n```\\n\\n| a | b |\\n| - | - |\\n| " + "x".repeat(200) + " | y |";

    private final Baton baton = Baton.on(Database.H2);

    /** Skipped before {@code npm ci --prefix tools/axe}, except where {@code NODE_TESTS=always} says that it must run. */
    @Test
    void nothingSeriousOnAnyPage() throws IOException {
        boolean must = "always".equals(System.getenv("NODE_TESTS"));
        Assumptions.assumeTrue(must || Files.exists(AXE), "there is no " + AXE);
        String axe = Files.readString(AXE);
        String id = Governed.create(baton, "{\"description\":\"%s\"}".formatted(WIDE));
        baton.as("lead").move(id, "assign", "{\"assigneeIds\":[\"worker-1\"]}").expect(200);
        baton.as("worker-1").move(id, "start", Governed.PLAN).expect(200);
        try (ConsoleUser admin = ConsoleUser.at(baton, "admin", "/")) {
            Page page = admin.page();
            for (String path : List.of(
                    "/",
                    "/tasks",
                    "/tasks?lifecycle=governed&show=board",
                    "/tasks/" + id,
                    "/tasks/none",
                    "/agents",
                    "/flow?lifecycle=governed",
                    "/lifecycles/governed",
                    "/new?lifecycle=governed")) {
                page.setViewportSize(800, 900);
                admin.open(path);
                page.locator("#main h1").first().waitFor();
                assertThat(page.evaluate("document.documentElement.scrollWidth"))
                        .as("the width of %s", path)
                        .isEqualTo(800);
                page.evaluate(axe + ";0");
                for (ColorScheme theme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(theme));
                    assertThat((List<?>) page.evaluate(SERIOUS))
                            .as("%s, %s", path, theme)
                            .isEmpty();
                }
            }
        }
    }
}
