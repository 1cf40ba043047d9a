package dev.baton.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import dev.baton.testing.Quick;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** One Chromium for all tests of this JVM: the machine's own, nothing is downloaded. */
final class Chromium {

    private static final Path PROGRAM = Path.of(System.getenv().getOrDefault("CHROMIUM", "/usr/bin/chromium"));
    private static Browser browser;

    private Chromium() {}

    /** Without Chromium these tests are skipped, except where {@code BROWSER_TESTS=always} says that they must run. */
    static synchronized Browser browser() {
        Quick.leavesOut("the browser");
        boolean must = "always".equals(System.getenv("BROWSER_TESTS"));
        Assumptions.assumeTrue(must || Files.isExecutable(PROGRAM), "there is no " + PROGRAM);
        if (browser == null) {
            Playwright playwright = Playwright.create(
                    new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
            browser = playwright
                    .chromium()
                    .launch(new BrowserType.LaunchOptions()
                            .setExecutablePath(PROGRAM)
                            .setTimeout(120_000)
                            .setArgs(List.of(
                                    "--headless",
                                    "--no-sandbox",
                                    "--disable-gpu",
                                    "--disable-quic",
                                    "--no-first-run",
                                    "--disable-background-networking",
                                    "--disable-component-update",
                                    "--disable-sync")));
            Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
        }
        return browser;
    }
}
