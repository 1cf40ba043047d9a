package dev.baton.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.FilePayload;
import dev.baton.testing.Baton;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A user in a browser, signed in to the console. Time-outs are long, because the machine may be busy. */
final class ConsoleUser implements AutoCloseable {

    private static final double PATIENCE = 60_000;

    private final BrowserContext context;
    private final Page page;
    private final String url;
    private final List<String> violations = new CopyOnWriteArrayList<>();

    private ConsoleUser(BrowserContext context, String url) {
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
        this.context = context;
        this.page = context.newPage();
        this.url = url;
        page.setDefaultTimeout(PATIENCE);
        page.onConsoleMessage(message -> {
            if (message.text().contains("Content Security Policy")) {
                violations.add(message.text());
            }
        });
        page.onPageError(violations::add);
    }

    /** Opens a page and signs in on the way to it. */
    static ConsoleUser at(Baton baton, String user, String path) {
        return at(baton.url(), user, path);
    }

    static ConsoleUser at(String url, String user, String path) {
        ConsoleUser console = new ConsoleUser(
                Chromium.browser().newContext(new Browser.NewContextOptions().setViewportSize(1400, 900)), url);
        console.open(path);
        console.page.locator("input[name=username]").fill(user);
        console.page.locator("input[name=password]").fill("demo");
        console.page.locator("button[type=submit]").click();
        console.page.locator("#main h1").waitFor();
        return console;
    }

    void open(String path) {
        page.navigate(url + path);
    }

    Page page() {
        return page;
    }

    Locator find(String selector) {
        return page.locator(selector);
    }

    /** Scripts that the policy stopped, and errors of the pages' own. */
    List<String> violations() {
        return violations;
    }

    /** Answers the dialog that asks for a text. */
    void answer(String text) {
        find("dialog input").fill(text);
        find("dialog .btn-primary").click();
    }

    /** Chooses a file for an input. */
    void choose(String selector, String name, String content) {
        find(selector)
                .setInputFiles(new FilePayload(name, "application/xml", content.getBytes(StandardCharsets.UTF_8)));
    }

    /** A picture of what is on the screen for the README; {@code -Dpictures.update=true} replaces the one in docs. */
    void picture(String name) {
        Path folder = Boolean.getBoolean("pictures.update") ? Path.of("docs") : Path.of("target", "screenshots");
        page.screenshot(new Page.ScreenshotOptions().setPath(folder.resolve(name + ".png")));
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
