package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Database;
import dev.baton.testing.RawHttp;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every response has the security headers, and none reveals the server's software. */
class ResponseHeadersTest {

    private static final List<String> PAGES = List.of(
            "/",
            "/forms/task.html",
            "/forms/task.js",
            "/swagger-ui.html",
            "/swagger-ui/index.html",
            "/swagger-ui/swagger-ui-bundle.js",
            "/camunda/app/welcome/default/",
            "/camunda/app/tasklist/default/",
            "/camunda/app/cockpit/default/",
            "/camunda/app/admin/default/",
            "/camunda/lib/deps.js",
            "/no-such-page");

    private static final List<String> DATA = List.of(
            "/api/tasks",
            "/api/no-such",
            "/api/tasks/no-such",
            "/engine-rest/task",
            "/engine-rest/batch",
            "/camunda/api/engine/engine",
            "/camunda/api/engine/engine/default/user",
            "/actuator/health",
            "/actuator/prometheus",
            "/openapi",
            "/openapi.yaml");

    private final Baton baton = Baton.on(Database.H2);

    @Test
    void everyAnswerHasThem() {
        for (String path : PAGES) {
            check(baton.anonymous().get(path), path);
        }
        for (String path : DATA) {
            check(baton.anonymous().get(path), path);
            check(baton.as("intern").get(path), path);
        }
    }

    private static void check(Answer answer, String path) {
        assertThat(answer.header("X-Content-Type-Options")).as(path).isEqualTo("nosniff");
        assertThat(answer.header("X-Frame-Options")).as(path).isEqualTo("DENY");
        assertThat(answer.header("Referrer-Policy")).as(path).isEqualTo("same-origin");
        assertThat(answer.header("Server")).as(path).isNull();
        assertThat(answer.header("X-Powered-By")).as(path).isNull();
        List<String> policies = answer.response().headers().allValues("Content-Security-Policy");
        assertThat(policies).as(path).hasSize(1);
        assertThat(policies.get(0))
                .as(path)
                .contains("default-src '", "frame-ancestors 'none'")
                .doesNotContain("https:", "http:", "*");
        assertThat(policies.get(0).replaceAll("style-src [^;]*", "")).as(path).doesNotContain("'unsafe-inline'");
    }

    @Test
    void dataRunsNothingWhenABrowserShowsItAsAPage() {
        for (String path : DATA) {
            assertThat(baton.as("intern").get(path).header("Content-Security-Policy"))
                    .as(path)
                    .isEqualTo("default-src 'none'; frame-ancestors 'none'; sandbox");
        }
    }

    @Test
    void thePagesOfTheWebApplicationsHaveANonceOfTheirOwnEachTime() {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            for (String app : List.of("welcome", "tasklist", "cockpit", "admin")) {
                Answer page = baton.anonymous()
                        .get("/camunda/app/" + app + "/default/")
                        .expect(200);
                assertThat(page.body())
                        .contains("nonce=\"" + nonce(page) + "\"")
                        .doesNotContain("$CSP_NONCE");
                assertThat(seen.add(nonce(page))).isTrue();
            }
        }
    }

    @Test
    void pagesThatAreLoadedAtTheSameMomentKeepTheirOwn() {
        IntStream.range(0, 400).parallel().forEach(i -> {
            Answer page = baton.anonymous()
                    .get("/camunda/app/" + (i % 2 == 0 ? "cockpit" : "tasklist") + "/default/")
                    .expect(200);
            assertThat(page.body()).contains("nonce=\"" + nonce(page) + "\"");
        });
    }

    private static String nonce(Answer page) {
        Matcher nonce = Pattern.compile("'nonce-([A-Za-z0-9_-]{22})'").matcher(page.header("Content-Security-Policy"));
        assertThat(nonce.find()).isTrue();
        return nonce.group(1);
    }

    @Test
    void anAnswerBeforeTheRequestWasUnderstoodDoesNotNameTheServerEither() {
        for (String target : List.of("/a b", "/a|b", "/%zz", "/%00", "*", "http://", "/api/tasks?a=|", "/\u00e4")) {
            RawHttp.Answer answer = RawHttp.send(baton.url(), "GET", target, "");
            assertThat(answer.status()).as(target).isBetween(400, 499);
            assertThat(answer.text()).as(target).doesNotContainIgnoringCase("tomcat", "apache", "java.", "\tat ");
        }
        for (String method : List.of("TRACE", "TRACK", "CONNECT", "FOO", "PROPFIND")) {
            RawHttp.Answer answer = RawHttp.send(baton.url(), method, "/api/tasks", "");
            assertThat(answer.status()).as(method).isBetween(400, 501);
            assertThat(answer.text()).as(method).doesNotContainIgnoringCase("tomcat", "apache", "java.", "\tat ");
        }
    }
}
