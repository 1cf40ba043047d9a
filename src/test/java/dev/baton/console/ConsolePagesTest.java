package dev.baton.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Database;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The console's pages need a session, which other sites can't use. */
class ConsolePagesTest {

    private static final List<String> PAGES =
            List.of("/", "/tasks", "/tasks/t-1", "/agents", "/flow", "/lifecycles", "/lifecycles/governed", "/new");

    private static final String FORM = "application/x-www-form-urlencoded";

    private final Baton baton = Baton.on(Database.H2);

    @Test
    void whoeverIsNotSignedInIsSentToTheLoginPageAndBack() {
        for (String page : PAGES) {
            Answer answer = baton.anonymous().get(page).expect(302);
            assertThat(answer.header("Location")).startsWith("/login");
        }
        assertThat(baton.anonymous().get("/tasks?q=a&flag=overdue").header("Location"))
                .isEqualTo("/login?to=%2Ftasks%3Fq%3Da%26flag%3Doverdue");
        assertThat(baton.anonymous()
                        .get("/login?to=%2Ftasks%3Fq%3Da%26flag%3Doverdue")
                        .expect(200)
                        .body())
                .contains("value=\"/tasks?q=a&amp;flag=overdue\"", "name=\"username\"", "name=\"password\"");
        assertThat(signIn("human", "demo", "%2Ftasks%3Fq%3Da").expect(303).header("Location"))
                .isEqualTo("/tasks?q=a");
    }

    @Test
    void signingInNeverLeadsToAnotherSite() {
        for (String to : List.of(
                "%2F%2Fevil.example",
                "https%3A%2F%2Fevil.example", "%2F%5Cevil.example", "javascript%3Aalert(1)", "%0d%0aX: y")) {
            assertThat(signIn("human", "demo", to).expect(303).header("Location"))
                    .as(to)
                    .isEqualTo("/");
        }
        assertThat(baton.anonymous()
                        .get("/login?to=%22%3E%3Cscript%3E")
                        .expect(200)
                        .body())
                .doesNotContain("><script>");
    }

    @Test
    void pagesRunOnlyScriptsOfTheirOwn() {
        Caller human = session("human");
        for (String page : PAGES) {
            Answer answer = human.get(page).expect(200);
            assertThat(answer.header("Content-Security-Policy"))
                    .as(page)
                    .contains("default-src 'none'", "script-src 'self';", "style-src 'self';", "base-uri 'none'")
                    .doesNotContain("unsafe");
            assertThat(answer.body()).doesNotContainPattern("<script(?![^>]* src=\"/console/)");
        }
        for (String file : List.of(
                "/console/app.js",
                "/console/console.css",
                "/webjars/lit-html/lit-html.js",
                "/webjars/lit-html/directives/repeat.js",
                "/webjars/lit-html/directives/live.js",
                "/webjars/marked/lib/marked.esm.js",
                "/webjars/dompurify/dist/purify.es.mjs")) {
            assertThat(baton.anonymous().get(file).expect(200).header("Content-Type"))
                    .as(file)
                    .matches("text/(javascript|css).*");
        }
    }

    @Test
    void filesAreKeptByBrowsersUnderAddressesThatChangeWithThem() {
        String page = session("human").get("/tasks/t-1").expect(200).body();
        List<String> files = Pattern.compile("(?:href|src)=\"(/console/[^\"]+)\"")
                .matcher(page)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(files)
                .anyMatch(file -> file.endsWith("/console/task.js"))
                .anyMatch(file -> file.endsWith("/forms/reading.js"))
                .anyMatch(file -> file.endsWith("/webjars/marked/lib/marked.esm.js"));
        for (String file : files) {
            assertThat(baton.anonymous().get(file).expect(200).header("Cache-Control"))
                    .as(file)
                    .contains("max-age=31536000", "immutable");
        }
        assertThat(baton.anonymous().get("/console/app.js").expect(200).header("Cache-Control"))
                .isEqualTo("no-cache");
        baton.anonymous().get("/console/0123456789abcdef/console/app.js").expect(404);
    }

    /** A prompt would lie over the page that says that one is signed out, and hold up its requests. */
    @Test
    void aPageWhoseSessionIsOverGetsNoPromptOfTheBrowserForItsEvents() {
        Caller stream = baton.anonymous().with("Accept", "text/event-stream");
        assertThat(stream.get("/api/events").expect(401).header("WWW-Authenticate"))
                .startsWith("Basic");
        for (Caller page :
                List.of(stream.with("Sec-Fetch-Dest", "empty"), stream.with("Cookie", "JSESSIONID=0123456789ABCDEF"))) {
            assertThat(page.get("/api/events").expect(401).header("WWW-Authenticate"))
                    .isNull();
        }
    }

    @Test
    void theSessionIsTasklistsToo() {
        Caller human = session("human");
        assertThat(human.get("/api/me").expect(200).json().get("id").asText()).isEqualTo("human");
        assertThat(human.get("/camunda/api/admin/auth/user/default").expect(200).body())
                .contains("\"userId\":\"human\"");
    }

    @Test
    void aSessionAloneMovesNothing() {
        Caller human = session("human");
        String task = "{\"lifecycle\":\"governed\",\"title\":\"By another site\"}";
        Answer cookies = signIn("human", "demo", "%2F");
        Caller withoutToken = baton.anonymous().with("Cookie", cookie(cookies, "JSESSIONID"));
        withoutToken.post("/api/tasks", task).expect(403);
        withoutToken.with("X-XSRF-TOKEN", "guessed").post("/api/tasks", task).expect(403);
        human.with("Sec-Fetch-Site", "cross-site").post("/api/tasks", task).expect(403);
        human.with("Origin", "https://evil.example").post("/api/tasks", task).expect(403);
        human.post("/api/tasks", task).expect(201);
        assertThat(cookies.response().headers().allValues("Set-Cookie"))
                .allSatisfy(cookie -> assertThat(cookie).contains("SameSite=Lax"))
                .anySatisfy(cookie -> assertThat(cookie).contains("JSESSIONID=").contains("HttpOnly"));
        baton.anonymous()
                .with("Sec-Fetch-Site", "cross-site")
                .send("POST", "/login", "username=human&password=demo", FORM)
                .expect(403);
    }

    @Test
    void signingInMakesANewSession() {
        Caller old = session("human");
        Answer again =
                old.send("POST", "/login", "username=lead&password=demo", FORM).expect(303);
        assertThat(cookie(again, "JSESSIONID")).isNotNull();
        old.get("/api/me").expect(401);
    }

    @Test
    void signingOutEndsTheSessionEverywhereButNotForOtherSites() {
        Caller human = session("human");
        human.with("X-XSRF-TOKEN", "guessed").send("POST", "/logout", "", FORM).expect(403);
        human.get("/api/me").expect(200);
        human.send("POST", "/logout", "", FORM).expect(204);
        human.get("/api/me").expect(401);
        human.get("/tasks").expect(302);
        human.get("/camunda/api/engine/engine/default/task").expect(401);
    }

    @Test
    void wrongPasswordsAreSlowedDown() {
        Caller guesser = baton.anonymous().from("127.0.0.43");
        Answer wrong = guesser.send("POST", "/login", "username=intern&password=wrong", FORM);
        assertThat(wrong.expect(401).body()).contains("The user or the password is wrong", "value=\"intern\"");
        for (int i = 0; i < 10 && wrong.status() == 401; i++) {
            wrong = guesser.send("POST", "/login", "username=intern&password=wrong", FORM);
        }
        Answer refused = guesser.send("POST", "/login", "username=intern&password=demo", FORM)
                .expect(429);
        assertThat(refused.header("Retry-After")).isNotNull();
        assertThat(refused.body()).contains("Wait");
        baton.anonymous()
                .send("POST", "/login?username=human&password=demo", "", FORM)
                .expect(401);
    }

    private Answer signIn(String user, String password, String to) {
        return baton.anonymous()
                .send("POST", "/login", "username=" + user + "&password=" + password + "&to=" + to, FORM);
    }

    /** Somebody with a session and its token. */
    private Caller session(String user) {
        Answer answer = signIn(user, "demo", "%2F").expect(303);
        String token = cookie(answer, "XSRF-TOKEN");
        return baton.anonymous()
                .with("Cookie", cookie(answer, "JSESSIONID") + "; " + token)
                .with("X-XSRF-TOKEN", token.substring(token.indexOf('=') + 1));
    }

    private static String cookie(Answer answer, String name) {
        return answer.response().headers().allValues("Set-Cookie").stream()
                .map(cookie -> cookie.split(";")[0])
                .filter(cookie -> cookie.startsWith(name + "="))
                .collect(Collectors.toList())
                .get(0);
    }
}
