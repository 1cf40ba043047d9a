package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Database;
import dev.baton.testing.Problem;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Anonymous callers reach only what is needed to sign in. */
class AnonymousCallersTest {

    private static final Baton BATON = Baton.on(Database.H2);

    @Test
    void everyPathOfCamundasRestRefusesThem() {
        Set<EngineRoutes.Route> routes = EngineRoutes.ofRest();
        assertThat(routes)
                .hasSizeGreaterThan(400)
                .contains(
                        new EngineRoutes.Route("POST", "/engine-rest/deployment/create"),
                        new EngineRoutes.Route("PUT", "/engine-rest/group/{}/members/{}"),
                        new EngineRoutes.Route("POST", "/engine-rest/task/{}/complete"));
        Set<String> paths = routes.stream()
                .map(route -> route.path().replace("{}", "x"))
                .collect(Collectors.toCollection(TreeSet::new));
        for (String path : paths) {
            for (String method : List.of("GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")) {
                Caller.Answer answer = BATON.anonymous().send(method, path, null, null);
                assertThat(answer.status()).as(method + " " + path).isEqualTo(401);
            }
        }
    }

    @Test
    void everyPathOfTheApiRefusesThem() {
        for (String path : List.of(
                "/api",
                "/api/tasks",
                "/api/tasks/count",
                "/api/tasks/x",
                "/api/tasks/x/history",
                "/api/tasks/x/transitions",
                "/api/tasks/cleanup",
                "/api/claims",
                "/api/tasks/x/heartbeat",
                "/api/lifecycles",
                "/api/lifecycles/errand",
                "/api/lifecycles/errand/bpmn",
                "/api/lifecycles/errand/mermaid",
                "/api/lifecycles/errand/migrations",
                "/api/tokens",
                "/api/tokens/x",
                "/api/no-such",
                "/actuator",
                "/actuator/prometheus",
                "/actuator/info",
                "/actuator/env",
                "/actuator/heapdump",
                "/engine-rest",
                "/no-such",
                "/h2-console",
                "/ENGINE-REST/user")) {
            for (String method : List.of("GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "HEAD")) {
                Caller.Answer answer = BATON.anonymous().send(method, path, null, null);
                assertThat(answer.status()).as(method + " " + path).isEqualTo(401);
            }
        }
        Caller.Answer answer = BATON.anonymous().get("/api/tasks");
        assertThat(Problem.of(answer, 401).detail()).contains("Sign in");
        assertThat(answer.header("WWW-Authenticate")).startsWith("Basic");
    }

    @Test
    void whatPeopleNeedBeforeTheySignInIsOpen() {
        for (String path : List.of(
                "/actuator/health",
                "/actuator/health/liveness",
                "/actuator/health/readiness",
                "/swagger-ui/index.html",
                "/openapi",
                "/openapi.yaml",
                "/camunda/app/welcome/default/",
                "/camunda/app/tasklist/default/",
                "/camunda/app/cockpit/default/",
                "/camunda/app/admin/default/")) {
            BATON.anonymous().get(path).expect(200);
        }
        BATON.anonymous().get("/swagger-ui.html").expect(302);
        assertThat(BATON.anonymous().get("/actuator/health").body()).doesNotContain("jdbc", "database", "path");
    }

    @Test
    void theWebApplicationsGiveThemNothing() {
        for (String path : List.of(
                "/camunda/api/engine/engine/default/user",
                "/camunda/api/engine/engine/default/task",
                "/camunda/api/engine/engine/default/process-instance",
                "/camunda/api/engine/engine/default/deployment",
                "/camunda/api/cockpit/plugin/base/default/process-definition/statistics",
                "/camunda/api/engine/engine/default/authorization",
                "/camunda/api/engine/engine/default/job")) {
            BATON.anonymous().get(path).expect(401);
        }
        for (String path : List.of(
                "/camunda/api/engine/engine/default/user/create",
                "/camunda/api/engine/engine/default/deployment/create",
                "/camunda/api/engine/engine/default/process-definition/key/errand/start",
                "/camunda/api/engine/engine/default/message")) {
            assertThat(BATON.anonymous().post(path, "{}").status()).as(path).isIn(401, 403);
        }
    }

    @Test
    void nobodyBecomesTheFirstAdmin() {
        String body = "{\"profile\":{\"id\":\"intruder\"},\"credentials\":{\"password\":\"x\"}}";
        assertThat(BATON.anonymous()
                        .post("/camunda/api/admin/setup/default/user/create", body)
                        .status())
                .isIn(401, 403);
        assertThat(BATON.anonymous().get("/camunda/app/admin/default/setup/").status())
                .isIn(401, 403);
        assertThat(BATON.engine()
                        .getIdentityService()
                        .createUserQuery()
                        .userId("intruder")
                        .count())
                .isZero();
    }

    @Test
    void noSpellingOfAnAddressBypassesTheAccessRules() {
        for (String path : List.of(
                "//engine-rest/user",
                "/engine-rest//user",
                "/engine-rest;x=y/user",
                "/camunda/../engine-rest/user",
                "/camunda/..;/engine-rest/user",
                "/camunda/%2e%2e/engine-rest/user",
                "/./engine-rest/user",
                "/actuator/health/../prometheus",
                "/camunda/..%2fengine-rest/user",
                "/api/../api/tasks")) {
            Caller.Answer answer = BATON.anonymous().get(path);
            assertThat(answer.status()).as(path).isIn(400, 401);
        }
    }
}
