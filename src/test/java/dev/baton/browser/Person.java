package dev.baton.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import dev.baton.testing.Baton;
import java.nio.file.Path;

/** A user in a browser, signed in to Camunda's pages. Time-outs are long, because the machine may be busy. */
final class Person implements AutoCloseable {

    private static final double PATIENCE = 120_000;
    private static final int TRIES = 4;
    private static final double ONE_TRY = PATIENCE / TRIES;

    private final BrowserContext context;
    private final Page page;
    private final String url;
    private int tries;

    private Person(BrowserContext context, String url) {
        this.context = context;
        this.page = context.newPage();
        this.url = url;
        page.setDefaultTimeout(PATIENCE);
    }

    static Person at(Baton baton, String user) {
        Browser.NewContextOptions options = new Browser.NewContextOptions().setViewportSize(1600, 1000);
        Person person = new Person(Chromium.browser().newContext(options), baton.url());
        person.signIn(user);
        return person;
    }

    private void signIn(String user) {
        persist(() -> {
            open("/camunda/app/tasklist/default/#/login", "input[type=password]");
            page.locator("input[placeholder=Username]").fill(user);
            page.locator("input[type=password]").fill("demo");
            page.locator("button[type=submit]").click();
            page.waitForCondition(
                    () -> !page.url().contains("login"), new Page.WaitForConditionOptions().setTimeout(ONE_TRY));
        });
    }

    /** Reloads once, because Camunda's pages fail if one of their requests takes too long. */
    void open(String path, String wanted) {
        persist(() -> {
            if (!page.url().equals("about:blank")) { // a new page may still be on its way there, and can't go twice
                page.navigate("about:blank");
            }
            page.navigate(url + path);
            page.locator(wanted).first().waitFor();
        });
    }

    /** Follows a link: a page of the application that is open is shown without loading the application again. */
    void goTo(String path, String wanted) {
        String application = url + path.replaceAll("#.*", "");
        if (!page.url().startsWith(application + "#")) {
            open(path, wanted);
            return;
        }
        page.navigate(url + path);
        page.locator(wanted).first().waitFor();
    }

    /** Tries again, as a person would, when a page does not do what it should. */
    void persist(Runnable action) {
        for (int i = 1; ; i++) {
            try {
                tries++;
                page.setDefaultTimeout(ONE_TRY);
                action.run();
                return;
            } catch (PlaywrightException e) {
                if (i == TRIES) {
                    photograph("gave-up");
                    throw e;
                }
            } finally {
                page.setDefaultTimeout(--tries == 0 ? PATIENCE : ONE_TRY);
            }
        }
    }

    Page page() {
        return page;
    }

    /** Opens one of the lists on the left. */
    void list(String name) {
        open("/camunda/app/tasklist/default/#/", ".task-filter .name a");
        page.locator(".task-filter")
                .filter(new Locator.FilterOptions().setHasText(name))
                .first()
                .click();
    }

    /** Shows a user task and its form. */
    void openTask(String userTaskId) {
        open("/camunda/app/tasklist/default/#/?task=" + userTaskId, ".baton-facts, .baton-refused");
    }

    void claim() {
        page.locator("button.claim").click();
        button("Complete").waitFor();
    }

    Locator move(String trigger) {
        return page.locator(".baton-move[data-trigger='" + trigger + "']");
    }

    /** Chooses one of the answers that a trigger has. */
    void choose(String trigger, String value) {
        move(trigger, value).locator("input[type=radio]").first().check();
    }

    Locator move(String trigger, String value) {
        return page.locator(".baton-move[data-trigger='%s'][data-value='%s']".formatted(trigger, value));
    }

    void choose(String trigger) {
        move(trigger).locator("input[type=radio]").first().check();
    }

    /** Presses Tasklist's own button. */
    void complete() {
        complete("Complete");
    }

    void complete(String button) {
        button(button).click();
    }

    private Locator button(String name) {
        return page.locator("button.btn-primary:visible:enabled")
                .filter(new Locator.FilterOptions().setHasText(name))
                .first();
    }

    void startProcess(String name) {
        open("/camunda/app/tasklist/default/#/", ".task-filter .name a");
        page.locator("a, button")
                .filter(new Locator.FilterOptions().setHasText("Start process"))
                .first()
                .click();
        page.locator(".modal-content ul.processes a")
                .filter(new Locator.FilterOptions().setHasText(name))
                .first()
                .click();
        page.locator(".modal-body [name=title]").waitFor();
    }

    void photograph(String name) {
        page.screenshot(new Page.ScreenshotOptions()
                .setFullPage(true)
                .setPath(Path.of("target", "screenshots", name + ".png")));
    }

    @Override
    public void close() {
        context.close();
    }
}
