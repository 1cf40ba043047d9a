package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Database;
import dev.baton.testing.Problem;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.camunda.bpm.engine.rest.impl.CamundaRestResources;
import org.glassfish.jersey.server.model.Resource;
import org.glassfish.jersey.server.model.ResourceMethod;
import org.junit.jupiter.api.Test;

/** Nobody gets in without signing in, whichever door; what people need before that is open. */
class AnonymousCallersTest {

    private static final Baton BATON = Baton.on(Database.H2);

    @Test
    void everyPathOfCamundasRestRefusesThem() {
        Set<String> calls = new LinkedHashSet<>();
        for (Class<?> type : CamundaRestResources.getResourceClasses()) {
            Resource root = Resource.from(type);
            if (root != null) {
                walk(root, root.getPath() == null ? "" : root.getPath(), 0, calls);
            }
        }
        assertThat(calls)
                .hasSizeGreaterThan(400)
                .anyMatch(call -> call.startsWith("POST") && call.endsWith("/deployment/create"))
                .anyMatch(call -> call.startsWith("PUT") && call.contains("/group/x/members/x"))
                .anyMatch(call -> call.startsWith("POST") && call.contains("/task/x/complete"));
        for (String call : calls) {
            String[] parts = call.split(" ");
            Caller.Answer answer = BATON.anonymous().send(parts[0], "/engine-rest" + parts[1], null, null);
            assertThat(answer.status()).as(call).isEqualTo(401);
        }
    }

    private static void walk(Resource resource, String path, int depth, Set<String> calls) {
        String address = ("/" + path).replaceAll("\\{[^}]*}", "x").replaceAll("/+", "/");
        resource.getResourceMethods().forEach(method -> calls.add(method.getHttpMethod() + " " + address));
        for (String method : List.of("GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")) {
            calls.add(method + " " + address);
        }
        ResourceMethod locator = resource.getResourceLocator();
        if (locator != null && depth < 5) {
            Resource further =
                    Resource.from(locator.getInvocable().getHandlingMethod().getReturnType());
            if (further != null) {
                walk(further, path, depth + 1, calls);
            }
        }
        for (Resource child : resource.getChildResources()) {
            walk(child, path + "/" + child.getPath(), depth, calls);
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
    void noSpellingOfAnAddressLeadsAroundTheDoor() {
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
