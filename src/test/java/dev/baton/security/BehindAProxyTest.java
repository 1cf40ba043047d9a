package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonApplication;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Database;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.ServerProcess;
import jakarta.servlet.Filter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/** X-Forwarded headers are used only if they come from a configured proxy. */
class BehindAProxyTest {

    private static final String CREATE = "{\"lifecycle\":\"work-queue\",\"title\":\"x\"}";

    @TempDir
    static Path folder;

    private static ServerProcess server;

    @BeforeAll
    static void start() {
        server = ServerProcess.start(
                folder,
                Map.of(
                        "spring.profiles.active", "demo",
                        "baton.demo.tasks", "false",
                        "baton.proxies", "127.0.0.1, ::1"));
    }

    @AfterAll
    static void stop() {
        if (server != null) { // the profile quick has left the start out
            server.close();
        }
    }

    @Test
    void cookiesAreSecureAndTheBrowserIsToStayWithTls() {
        for (String page : List.of("/camunda/app/tasklist/default/", "/camunda/api/admin/auth/user/default")) {
            Answer answer = forwarded(server.anonymous()).get(page);
            List<String> cookies = answer.response().headers().allValues("Set-Cookie");
            assertThat(cookies)
                    .anyMatch(cookie -> cookie.startsWith("JSESSIONID="))
                    .anyMatch(cookie -> cookie.startsWith("XSRF-TOKEN="))
                    .allSatisfy(
                            cookie -> assertThat(cookie).contains("; Secure").contains("SameSite=Lax"));
            assertThat(cookies)
                    .filteredOn(cookie -> cookie.startsWith("JSESSIONID="))
                    .allMatch(c -> c.contains("HttpOnly"));
            assertThat(answer.header("Strict-Transport-Security")).startsWith("max-age=31536000");
        }
        assertThat(forwarded(server.as("admin", "demo")).get("/api/tasks").header("Strict-Transport-Security"))
                .isNotNull();
        assertThat(forwarded(server.as("admin", "demo"))
                        .get("/engine-rest/task")
                        .header("Strict-Transport-Security"))
                .isNotNull();
    }

    @Test
    void withoutTlsInFrontOfItTheyAreNot() {
        Answer answer = server.anonymous().get("/camunda/app/tasklist/default/");
        assertThat(answer.response().headers().allValues("Set-Cookie"))
                .isNotEmpty()
                .noneMatch(cookie -> cookie.contains("Secure"));
        assertThat(answer.header("Strict-Transport-Security")).isNull();
    }

    @Test
    void redirectsAndLinksStayOnTheHostThatWasAsked() {
        for (String path : List.of("/", "/swagger-ui.html", "/camunda", "/camunda/app", "/camunda/app/tasklist/")) {
            Answer answer = forwarded(server.anonymous()).get(path);
            assertThat(answer.status()).as(path).isBetween(301, 302);
            assertThat(answer.header("Location"))
                    .as(path)
                    .satisfiesAnyOf(
                            location -> assertThat(location).startsWith("https://baton.example/"),
                            location -> assertThat(location).matches("/[^/].*"));
        }
        assertThat(forwarded(server.anonymous())
                        .get("/openapi")
                        .json()
                        .at("/servers/0/url")
                        .asText())
                .isEqualTo("/");
        assertThat(forwarded(server.as("admin", "demo"))
                        .post("/api/tasks", CREATE)
                        .expect(201)
                        .header("Location"))
                .satisfiesAnyOf(
                        location -> assertThat(location).startsWith("https://baton.example/api/tasks/"),
                        location -> assertThat(location).startsWith("/api/tasks/"));
    }

    @Test
    void itsOwnPagesMayPostAndOtherSitesMayNot() {
        Caller admin = forwarded(server.as("admin", "demo"));
        admin.with("Origin", "https://baton.example").post("/api/tasks", CREATE).expect(201);
        Problem.of(admin.with("Origin", "https://evil.example").post("/api/tasks", CREATE), 403);
        Problem.of(admin.with("Origin", "https://baton.example.evil.example").post("/api/tasks", CREATE), 403);
    }

    @OnBothDatabases
    void whereNoProxyIsNamedTheHeadersMeanNothing(Baton baton) {
        Answer page = forwarded(baton.anonymous()).get("/camunda/app/tasklist/default/");
        assertThat(page.header("Strict-Transport-Security")).isNull();
        assertThat(page.response().headers().allValues("Set-Cookie"))
                .isNotEmpty()
                .noneMatch(cookie -> cookie.contains("Secure"));
        assertThat(forwarded(baton.anonymous()).get("/openapi").body()).doesNotContain("baton.example");
        Problem.of(
                forwarded(baton.admin()).with("Origin", "https://baton.example").post("/api/tasks", CREATE), 403);
    }

    @Test
    void theClientsAddressIsTheOneThatTheTrustedProxyHasSeen() {
        try (Baton behind = withAddress("127.0.0.1")) {
            assertThat(address(behind, "203.0.113.9")).isEqualTo("203.0.113.9");
            assertThat(address(behind, "6.6.6.6, 203.0.113.9"))
                    .as("what the client has put there itself does not count")
                    .isEqualTo("203.0.113.9");
            assertThat(address(behind, "203.0.113.9, 127.0.0.1")).isEqualTo("203.0.113.9");
            assertThat(address(behind, "not an address")).isNotEqualTo("6.6.6.6");
        }
        try (Baton other = withAddress("10.0.0.7")) {
            assertThat(address(other, "203.0.113.9")).isEqualTo("127.0.0.1");
        }
        try (Baton none = withAddress("")) {
            assertThat(address(none, "203.0.113.9")).isEqualTo("127.0.0.1");
        }
    }

    /** Added to a test server: answers the remote address that the server sees. */
    static class SaysTheAddress {

        @Bean
        FilterRegistrationBean<Filter> address() {
            return new FilterRegistrationBean<>((request, response, chain) -> {
                ((jakarta.servlet.http.HttpServletResponse) response).setHeader("X-Seen", request.getRemoteAddr());
                chain.doFilter(request, response);
            });
        }
    }

    private static Baton withAddress(String proxies) {
        return Baton.startWith(
                List.of(BatonApplication.class, SaysTheAddress.class),
                Database.H2.prepared(),
                Map.of("baton.proxies", proxies));
    }

    private static String address(Baton baton, String forwardedFor) {
        return baton.anonymous()
                .with("X-Forwarded-For", forwardedFor)
                .get("/actuator/health")
                .expect(200)
                .header("X-Seen");
    }

    private static Caller forwarded(Caller caller) {
        return caller.with("X-Forwarded-Proto", "https")
                .with("X-Forwarded-Host", "baton.example")
                .with("X-Forwarded-For", "203.0.113.9");
    }
}
