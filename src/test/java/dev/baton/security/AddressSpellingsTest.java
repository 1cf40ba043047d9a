package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.RawHttp;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Other spellings of a path do not bypass its access rules. */
@DatabaseIndependent
class AddressSpellingsTest {

    /** Paths that interns and anonymous callers must not read. */
    private static final List<String> CLOSED = List.of(
            "/engine-rest/user",
            "/engine-rest/version",
            "/engine-rest/engine/default/user",
            "/camunda/api/engine/engine/default/user",
            "/camunda/api/cockpit/plugin/base/default/process-definition/statistics",
            "/camunda/api/admin/setup/default/user/create",
            "/actuator/env",
            "/actuator/heapdump");

    /** Paths that are open to every signed-in user, in this spelling. */
    private static final List<String> FOR_PEOPLE = List.of("/api/tasks", "/engine-rest/task", "/actuator/prometheus");

    @OnBothDatabases
    void anonymousCallersLearnNothing(Baton baton) {
        for (String path : concat(CLOSED, FOR_PEOPLE)) {
            for (String spelling : spellings(path)) {
                refused(baton, spelling, "");
            }
        }
    }

    @OnBothDatabases
    void anInternGetsNothingThatIsClosed(Baton baton) {
        String intern = intern(baton);
        for (String path : CLOSED) {
            for (String spelling : spellings(path)) {
                refused(baton, spelling, intern);
            }
        }
    }

    @OnBothDatabases
    void anEncodedPrefixIsABadRequest(Baton baton) {
        String intern = intern(baton);
        for (String path : List.of(
                "/%65ngine-rest/user",
                "/%65%6e%67%69%6e%65%2d%72%65%73%74/task",
                "/engine%2Drest/user",
                "/engine%2drest/user",
                "/engine-rest/%75ser",
                "/%61pi/tasks",
                "/c%61munda/api/engine/engine/default/user",
                "/%61ctuator/prometheus",
                "/%2565ngine-rest/user")) {
            for (String who : List.of("", intern)) {
                RawHttp.Answer answer = RawHttp.send(baton.url(), "GET", path, who);
                assertThat(answer.status()).as(path).isEqualTo(400);
                assertThat(answer.text()).contains("application/problem+json");
            }
        }
    }

    /** The header that signs an intern in. */
    private static String intern(Baton baton) {
        String token = baton.admin()
                .post("/api/tokens", "{\"user\":\"intern\",\"name\":\"spellings\"}")
                .expect(201)
                .json()
                .get("token")
                .asText();
        return "Authorization: Bearer " + token + "\r\n";
    }

    private static void refused(Baton baton, String spelling, String headers) {
        for (String method : List.of("GET", "POST")) {
            String length = method.equals("POST") ? "Content-Length: 0\r\n" : "";
            RawHttp.Answer answer = RawHttp.send(baton.url(), method, spelling, headers + length);
            assertThat(answer.status())
                    .as(method + " " + spelling + "\n" + answer.text())
                    .isBetween(400, 499);
            assertThat(answer.text())
                    .as(spelling)
                    .doesNotContain("7.24", "\"firstName\"", "Tomcat", "org.apache", "\tat ", "java.lang");
        }
    }

    /** The path and all spellings that some part of the server might take for the same. */
    private static Set<String> spellings(String path) {
        int second = path.indexOf('/', 1);
        String first = path.substring(1, second);
        String rest = path.substring(second);
        String code = "%" + Integer.toHexString(first.charAt(0));
        String letters =
                first.chars().mapToObj(c -> "%" + Integer.toHexString(c)).reduce("", String::concat);
        Set<String> all = new LinkedHashSet<>(List.of(
                path,
                path + "/",
                path + "//",
                path + "/.",
                path + "/..;/",
                path + ".",
                path + "..",
                path + "%2e",
                path + "%20",
                path + "%09",
                path + "%00",
                path + "%0d%0aX:%20y",
                path + ".json",
                path + ";",
                path + ";jsessionid=1",
                path + "%3b",
                path + "%3f",
                path + "%23",
                path + "\\",
                path + "%5c",
                path + "%",
                path + "%zz",
                path + "%u0061",
                path + "%c0%ae",
                path + "%ff",
                path + "\u00e4",
                path + "|",
                path + "\t",
                path.toUpperCase(Locale.ROOT),
                "/" + first.toUpperCase(Locale.ROOT) + rest,
                "/" + first.substring(0, 1).toUpperCase(Locale.ROOT) + first.substring(1) + rest,
                "/" + code + first.substring(1) + rest,
                "/" + code.toUpperCase(Locale.ROOT) + first.substring(1) + rest,
                "/" + letters + rest,
                "/%25" + code.substring(1) + first.substring(1) + rest,
                "/%2525" + code.substring(1) + first.substring(1) + rest,
                "/%c1%" + Integer.toHexString(first.charAt(0) + 64) + first.substring(1) + rest,
                "/" + first + "." + rest,
                "/" + first + ";" + rest,
                "/" + first + ";a=b" + rest,
                "/" + first + "%3b" + rest,
                "/" + first + "%20" + rest,
                "/" + first + "%00" + rest,
                "/" + first + "/" + rest,
                "/" + first + "/." + rest,
                "/" + first + "/x/.." + rest,
                "/" + first + "/%2e" + rest,
                "/" + first + "/%2e%2e/" + first + rest,
                "/" + first + "/..%2f" + first + rest,
                "/" + first + "%2f" + rest.substring(1),
                "/" + first + "%252f" + rest.substring(1),
                "/" + first + "%5c" + rest.substring(1),
                "/" + first + "\\" + rest.substring(1),
                "/" + first + "%ef%bc%8f" + rest.substring(1),
                "/" + first + "%c0%af" + rest.substring(1)));
        for (String open : List.of("/camunda/app", "/swagger-ui", "/forms", "/openapi", "/actuator/health", "/x")) {
            all.addAll(List.of(
                    open + "/.." + path,
                    open + "/..;" + path,
                    open + "/..;/.." + path,
                    open + "/%2e%2e" + path,
                    open + "/.%2e" + path,
                    open + "/%252e%252e" + path,
                    open + "/..%2f" + path.substring(1),
                    open + "/..%5c" + path.substring(1),
                    open + "\\.." + path,
                    open + ";/.." + path,
                    open + "/%c0%ae%c0%ae" + path,
                    open + "//.." + path));
        }
        all.addAll(List.of("/" + path, "//" + path, "/." + path, "/.." + path, "/;" + path, "\\" + path.substring(1)));
        all.addAll(List.of("/%2f" + path.substring(1), "/%5c" + path.substring(1), "/%09" + path, "/%20" + path));
        return all;
    }

    @Test
    void whatCallersNeedIsPlain() {
        for (String path : List.of(
                "/",
                "/api/tasks/t-1",
                "/api/tasks/a~b",
                "/api/tasks/a%7eb",
                "/api/tasks/%C3%A4%20%26%2B",
                "/api/tasks/a%40b",
                "/camunda/api/engine/engine/default/process-definition/work-queue%3A1%3Ax",
                "/camunda/api/engine/engine/default/process-definition/work-queue:1:x",
                "/camunda/app/tasklist/default/",
                "/swagger-ui/index.html")) {
            assertThat(PlainPathFilter.plain(path)).as(path).isTrue();
        }
        List<String> wrong = new ArrayList<>();
        for (int c = 0; c < 128; c++) {
            boolean needsNone = Character.isLetterOrDigit(c) || "-._".indexOf(c) >= 0;
            boolean dangerous = c < 32 || c == 127 || "/\\;%".indexOf(c) >= 0;
            if (PlainPathFilter.plain("/a%%%02xb".formatted(c)) == (needsNone || dangerous)) {
                wrong.add("%02x".formatted(c));
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static List<String> concat(List<String> some, List<String> others) {
        List<String> all = new ArrayList<>(some);
        all.addAll(others);
        return all;
    }
}
