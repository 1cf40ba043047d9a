package dev.baton.benchmark;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * How long a person waits for the console's pages: from the address to the first content, in Chromium, with many tasks in the
 * database. Arguments: the number of tasks (20,000) and the database (H2 or POSTGRESQL).
 */
final class ConsoleBenchmark {

    private static final int ROUNDS = 7;
    private static final List<String> PAGES = List.of(
            "/",
            "/tasks",
            "/tasks?lifecycle=work-queue&show=board",
            "/tasks?q=number+1234",
            "/tasks?active=any&sort=created",
            "/tasks/task-777",
            "/agents",
            "/flow?lifecycle=work-queue",
            "/lifecycles",
            "/lifecycles/work-queue",
            "/new?lifecycle=work-queue");

    private ConsoleBenchmark() {}

    public static void main(String[] arguments) throws InterruptedException {
        int tasks = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20_000;
        Database database = Database.valueOf(arguments.length > 1 ? arguments[1] : "H2");
        Baton baton = Baton.start(database.settings(), Map.of("baton.max-active", String.valueOf(tasks + 1)));
        load(baton, tasks);
        try (Playwright playwright = Playwright.create(
                        new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
                Browser browser = playwright
                        .chromium()
                        .launch(new BrowserType.LaunchOptions()
                                .setExecutablePath(
                                        Path.of(System.getenv().getOrDefault("CHROMIUM", "/usr/bin/chromium")))
                                .setArgs(List.of("--headless", "--no-sandbox", "--disable-gpu")))) {
            Page page = browser.newPage();
            page.navigate(baton.url() + "/login");
            page.fill("input[name=username]", "human");
            page.fill("input[name=password]", "demo");
            page.click("button[type=submit]");
            page.locator("#main h1").waitFor();
            System.out.printf("%,d tasks, %s%n%n| page | median | slowest |%n| --- | --- | --- |%n", tasks, database);
            for (String path : PAGES) {
                report(path, times(page, baton.url() + path));
            }
        }
        System.exit(0);
    }

    private static void load(Baton baton, int tasks) throws InterruptedException {
        ExecutorService clients = Executors.newFixedThreadPool(4);
        for (int i = 0; i < tasks; i++) {
            String body = """
                    {"lifecycle":"work-queue","id":"task-%d","title":"Task number %d"}""".formatted(i, i);
            clients.submit(() -> baton.as("human").post("/api/tasks", body).expect(201));
        }
        clients.shutdown();
        if (!clients.awaitTermination(1, TimeUnit.HOURS)) {
            throw new IllegalStateException("The tasks could not be created in an hour");
        }
    }

    /** The first visit warms the server up and is left out. */
    private static List<Double> times(Page page, String address) {
        List<Double> times = new ArrayList<>();
        for (int i = 0; i <= ROUNDS; i++) {
            page.navigate("about:blank");
            long begin = System.nanoTime();
            page.navigate(address);
            page.locator("#main h1").waitFor();
            times.add((System.nanoTime() - begin) / 1e6);
        }
        return times.subList(1, times.size()).stream().sorted().toList();
    }

    private static void report(String path, List<Double> times) {
        System.out.printf(
                "| `%s` | %.0f ms | %.0f ms |%n", path, times.get(times.size() / 2), times.get(times.size() - 1));
    }
}
