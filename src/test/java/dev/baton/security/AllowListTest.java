package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Actor;
import dev.baton.core.Groups;
import dev.baton.security.AllowList.Entry;
import dev.baton.security.EngineRoutes.Route;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Database;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.Tasklist;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Of all routes that Camunda registers, callers reach only those that the allow list has for their groups. */
class AllowListTest {

    private static final String SOME_ID = "0a1b2c3d-0000-4000-8000-00000000cafe";

    /** The tests before this one have left thousands of tasks, which open routes would list. */
    private static final String ONE_RESULT = "?maxResults=1";

    /** One user for each group, and what they are in. */
    private static final Map<String, List<String>> USERS = new LinkedHashMap<>();

    static {
        USERS.put("intern", List.of("intern"));
        USERS.put("worker-1", List.of("specialist"));
        USERS.put("reviewer-1", List.of("reviewer"));
        USERS.put("security-1", List.of("reviewer", "security-reviewer"));
        USERS.put("lead", List.of("lead"));
        USERS.put("human", List.of("human"));
        USERS.put("admin", Groups.ALL);
    }

    private static final Set<String> LEAST_AND_MOST = Set.of("intern", "admin");

    private final AllowList list = AllowList.read();
    private final Map<String, List<Entry>> byTemplate = list.entries().stream()
            .filter(entry -> !entry.path().contains("{self}"))
            .collect(Collectors.groupingBy(AllowListTest::template));

    private interface Calls {
        Answer send(String method, String path, String json);
    }

    @OnBothDatabases
    void everyRouteOfTheRestIsOpenToThoseWhoAreListedAndClosedToAllOthers(Baton baton) {
        Set<Route> routes = EngineRoutes.ofRest();
        assertThat(routes).hasSizeGreaterThan(900);
        for (String user : USERS.keySet()) {
            var token = baton.withToken(token(baton, user));
            compare(baton, routes, user, (method, path, json) -> token.send(method, path, json, "application/json"));
        }
        nobody(routes, baton);
    }

    @OnBothDatabases
    void everyRouteOfTheWebApplicationsIsOpenToThoseWhoAreListedAndClosedToAllOthers(Baton baton) {
        Set<Route> routes = EngineRoutes.ofWebapps();
        assertThat(routes).hasSizeGreaterThan(450);
        for (String user : USERS.keySet()) {
            Tasklist session = Tasklist.of(baton, user);
            compare(baton, routes, user, session::api);
            assertThat(session.read("/task/count").status())
                    .as("still signed in")
                    .isEqualTo(200);
        }
        nobody(routes, baton);
    }

    /**
     * A closed route does not reach the database and is the list's decision alone, which is asked for everybody. That the
     * server follows it is seen with those who may least and most, on H2.
     */
    private void compare(Baton baton, Set<Route> routes, String user, Calls calls) {
        List<String> wrong = new ArrayList<>();
        int closed = 0;
        for (Route route : routes) {
            if (route.path().endsWith("/logout")) {
                continue; // open to anyone, and would end the session that this test needs
            }
            boolean open = listed(route).stream().anyMatch(entry -> entry.admits(actor(user)));
            if (!open && !(baton.onH2() && LEAST_AND_MOST.contains(user))) {
                if (!open && list.permits(route.method(), address(route), actor(user))) {
                    wrong.add(route + " is permitted to " + user + " but not listed");
                }
                closed += open ? 0 : 1;
                continue;
            }
            Answer answer = calls.send(route.method(), address(route) + ONE_RESULT, body(route.method()));
            boolean refused = answer.status() == 403 && answer.body().contains(EngineAccess.Closed.MESSAGE);
            if (open == refused || answer.status() >= 500) {
                wrong.add(route + " for " + user + " is " + answer.status() + ", listed: " + open);
            }
            closed += refused ? 1 : 0;
        }
        assertThat(wrong).isEmpty();
        assertThat(closed).as("closed routes for " + user).isGreaterThan(routes.size() / 2);
    }

    private void nobody(Set<Route> routes, Baton baton) {
        if (!baton.onH2()) {
            return;
        }
        for (Route route : routes) {
            boolean open = listed(route).stream().anyMatch(entry -> entry.admits(null));
            if (!open) {
                Answer answer = baton.anonymous()
                        .send(route.method(), address(route), body(route.method()), "application/json");
                Problem.of(answer, 401);
            }
        }
    }

    @Test
    void aMethodThatIsNotListedIsClosedToo() {
        Baton baton = Baton.on(Database.H2);
        var intern = baton.withToken(token(baton, "intern"));
        for (String path :
                EngineRoutes.ofRest().stream().map(AllowListTest::address).collect(Collectors.toSet())) {
            for (String method : List.of("PATCH", "OPTIONS", "HEAD")) {
                boolean readable = method.equals("HEAD") && list.permits("GET", path, actor("intern"));
                assertThat(intern.send(method, path, null, null).status() != 403)
                        .as(method + " " + path)
                        .isEqualTo(readable);
            }
        }
    }

    @OnBothDatabases
    void neitherAnotherEngineNorADescriptionOfTheRestIsToBeHad(Baton baton) {
        Tasklist pages = Tasklist.of(baton, "admin");
        for (String path : List.of(
                "/engine-rest",
                "/engine-rest/",
                "/engine-rest/application.wadl",
                "/engine-rest/application.wadl/xsd0.xsd",
                "/engine-rest/openapi.json",
                "/engine-rest/engine",
                "/engine-rest/engine/default/task",
                "/engine-rest/new-in-the-next-version",
                "/engine-rest/task/new-in-the-next-version")) {
            Problem.of(baton.admin().get(path), 403);
            Problem.of(baton.anonymous().get(path), 401);
        }
        for (String path : List.of(
                "/camunda/api",
                "/camunda/api/",
                "/camunda/api/engine/application.wadl",
                "/camunda/api/admin/application.wadl",
                "/camunda/api/engine/engine/other/task",
                "/camunda/api/engine/engine/default/version",
                "/camunda/api/engine/engine/default/task/new-in-the-next-version",
                "/camunda/api/cockpit/plugin/base/other/process-definition/statistics",
                "/camunda/api/admin/plugin/license/default/check-key")) {
            Problem.of(pages.api("GET", path, null), 403);
            Problem.of(baton.anonymous().get(path), 401);
        }
    }

    @OnBothDatabases
    void peopleChangeTheirOwnProfileAndNobodyElses(Baton baton) {
        String own = "{\"id\":\"intern\",\"firstName\":\"intern\",\"lastName\":\"\"}";
        var intern = baton.as("intern");
        intern.get("/engine-rest/user/intern/profile").expect(200);
        assertThat(intern.put("/engine-rest/user/intern/profile", own, "application/json")
                        .body())
                .doesNotContain(EngineAccess.Closed.MESSAGE);
        Problem.of(intern.get("/engine-rest/user/lead/profile"), 403);
        Problem.of(intern.put("/engine-rest/user/lead/profile", own, "application/json"), 403);
        Problem.of(intern.put("/engine-rest/user/lead/credentials", "{}", "application/json"), 403);
        Problem.of(
                Tasklist.of(baton, "intern").api("PUT", "/camunda/api/engine/engine/default/user/lead/profile", own),
                403);
    }

    @Test
    void theWebApplicationsFindAReasonThatTheyCanShow() {
        Answer answer = Tasklist.of(Baton.on(Database.H2), "intern").post("/task/create", "{}");
        Problem.of(answer, 403);
        assertThat(answer.json().get("message").asText()).contains("closed");
    }

    @Test
    void everyEntryIsARouteThatIsThere() {
        Baton.on(Database.H2);
        Set<String> registered = new HashSet<>();
        EngineRoutes.ofRest().forEach(route -> registered.add(template(route)));
        EngineRoutes.ofWebapps().forEach(route -> registered.add(template(route)));
        assertThat(list.entries())
                .isNotEmpty()
                .allSatisfy(entry -> assertThat(registered).contains(template(entry)));
    }

    @Test
    void noEntryIsThereTwiceAndAllNameGroupsThatExist() {
        Set<String> seen = new HashSet<>();
        Set<String> groups = new HashSet<>(Groups.ALL);
        groups.addAll(List.of("anonymous", "signed-in"));
        for (Entry entry : list.entries()) {
            for (String who : entry.who()) {
                assertThat(seen.add(entry.method() + entry.path() + who))
                        .as("%s", entry)
                        .isTrue();
            }
            assertThat(groups).containsAll(entry.who());
        }
    }

    @Test
    void anIdStandsForIdsOnly() {
        Actor intern = actor("intern");
        String task = "/engine-rest/task/";
        assertThat(list.permits("GET", task + SOME_ID, intern)).isTrue();
        assertThat(list.permits("GET", task + SOME_ID + "/", intern)).isTrue();
        for (String other : List.of("report", "x", SOME_ID + "x", SOME_ID.toUpperCase(), SOME_ID + ".", "%2e%2e")) {
            assertThat(list.permits("GET", task + other, intern)).as(other).isFalse();
        }
        String definition = "/camunda/api/engine/engine/default/process-definition/";
        assertThat(list.permits("GET", definition + "work-queue%3A1%3A" + SOME_ID, intern))
                .isTrue();
        assertThat(list.permits("GET", definition + "work-queue:1:" + SOME_ID, intern))
                .isTrue();
        assertThat(list.permits("GET", definition + "statistics", intern)).isFalse();
    }

    @Test
    void aListThatCanNotBeReadIsNotUsed() {
        for (String broken : List.of(
                "GET /task",
                "[rest: signed-in] Why\nGIVE /task",
                "[rest: signed-in] Why\nGET task",
                "[elsewhere: signed-in] Why\nGET /task",
                "[rest: signed-in]\nGET /task")) {
            assertThatThrownBy(() -> AllowList.parse(broken)).as(broken).hasMessageContaining(AllowList.RESOURCE);
        }
        assertThat(AllowList.parse("# nothing\n\n[rest: signed-in] Why\nGET /task")
                        .entries())
                .containsExactly(new Entry("GET", "/engine-rest/task", Set.of("signed-in")));
    }

    /** The entries for exactly this route, not those that match some value of its variables. */
    private List<Entry> listed(Route route) {
        return byTemplate.getOrDefault(template(route), List.of());
    }

    private static String template(Entry entry) {
        return entry.method() + " " + entry.path().replaceAll("\\{[^}]*}", "{}");
    }

    private static String template(Route route) {
        return route.method() + " " + inThisServer(route);
    }

    private static String address(Route route) {
        return inThisServer(route)
                .replace("static/app/{}", "static/app/plugin.js")
                .replace("{}", SOME_ID);
    }

    /** There is one engine, and the web applications' scripts are in one folder. */
    private static String inThisServer(Route route) {
        return route.path()
                .replaceAll("^(/camunda/api/engine/engine|/camunda/api/admin/(?:auth/user|setup))/\\{}", "$1/default")
                .replaceAll("^(/camunda/api/[a-z]+/plugin/[A-Za-z]+)/\\{}", "$1/default")
                .replaceAll("/static/\\{}$", "/static/app/{}");
    }

    private static Actor actor(String user) {
        return Actor.of(user, USERS.get(user));
    }

    private static String body(String method) {
        return Set.of("POST", "PUT").contains(method) ? "{}" : null;
    }

    private static String token(Baton baton, String user) {
        return baton.admin()
                .post("/api/tokens", "{\"user\":\"%s\",\"name\":\"routes\"}".formatted(user))
                .expect(201)
                .json()
                .get("token")
                .asText();
    }
}
