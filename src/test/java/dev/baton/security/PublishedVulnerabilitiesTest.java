package dev.baton.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Planted;
import dev.baton.testing.Tasklist;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.camunda.bpm.engine.rest.dto.task.TaskQueryDto;

/**
 * The published vulnerabilities of engine 7.24.0, tried through every interface by an anonymous caller and by users of the
 * least and the most trusted group below admin.
 */
@DatabaseIndependent
class PublishedVulnerabilitiesTest {

    private static final String PAGES = "/camunda/api/engine/engine/default";
    private static final List<String> USERS = List.of("intern", "human");

    /** CVE-2026-109432: the engine's check of queries misses expressions in their "or" parts. */
    @OnBothDatabases
    void anExpressionInAnOrQueryIsNotEvaluated(Baton baton) {
        List<Tasklist> pages = pages(baton);
        for (String field : expressionFields()) {
            String inner = "{\"%s\":\"%s\"}".formatted(field, Planted.EXPRESSION);
            everybodyTries(baton, pages, queries(baton), "{\"orQueries\":[%s]}".formatted(inner));
        }
    }

    /** Nested in itself, beside harmless parts, and in the parts that the engine does check. */
    @OnBothDatabases
    void anExpressionAtAnyOtherDepthIsNotEvaluated(Baton baton) {
        List<Tasklist> pages = pages(baton);
        String inner = "{\"assigneeExpression\":\"" + Planted.EXPRESSION + "\"}";
        for (String body : List.of(
                inner,
                "{\"orQueries\":[{\"assignee\":\"a\"},{\"name\":\"b\"},%s]}".formatted(inner),
                "{\"orQueries\":[{\"name\":\"a\",\"orQueries\":[%s]}]}".formatted(inner),
                inner.replace("${", "#{"),
                inner.replace("${", "text ${"))) {
            everybodyTries(baton, pages, queries(baton), body);
        }
    }

    @OnBothDatabases
    void anExpressionInTheAddressIsNotEvaluated(Baton baton) {
        List<Tasklist> pages = pages(baton);
        String query = "?assigneeExpression=" + URLEncoder.encode(Planted.EXPRESSION, UTF_8);
        int before = Planted.made();
        for (String path :
                List.of("/engine-rest/task", "/engine-rest/task/count", "/engine-rest/engine/default/task")) {
            refused(baton.anonymous().get(path + query));
            USERS.forEach(user -> refused(baton.as(user).get(path + query)));
        }
        pages.forEach(page -> refused(page.read("/task" + query)));
        assertThat(Planted.made()).isEqualTo(before);
    }

    @OnBothDatabases
    void aFilterWithAnExpressionIsNotSaved(Baton baton) {
        List<Tasklist> pages = pages(baton);
        long filters = baton.engine().getFilterService().createFilterQuery().count();
        for (String query : List.of(
                "{\"assigneeExpression\":\"" + Planted.EXPRESSION + "\"}",
                "{\"orQueries\":[{\"assigneeExpression\":\"" + Planted.EXPRESSION + "\"}]}",
                "{\"orQueries\":[{\"assigneeExpression\":\"${currentUser()}\"}]}")) {
            String filter = "{\"resourceType\":\"Task\",\"name\":\"mine\",\"query\":%s}".formatted(query);
            everybodyTries(baton, pages, Map.of("POST", List.of("/filter/create")), filter);
            everybodyTries(baton, pages, Map.of("PUT", List.of("/filter/" + everything(baton))), filter);
            refused(baton.admin().post("/engine-rest/filter/create", filter));
        }
        assertThat(baton.engine().getFilterService().createFilterQuery().count())
                .isEqualTo(filters);
    }

    /**
     * CVE-2026-77226: the first-user setup makes an admin while the group that the engine expects to hold the admins is
     * empty. Here it always is: the admins of this server are in a group of their own.
     */
    @OnBothDatabases
    void theSetupOfTheFirstUserMakesNobody(Baton baton) {
        List<Tasklist> pages = pages(baton);
        String body = "{\"profile\":{\"id\":\"intruder\",\"firstName\":\"a\",\"lastName\":\"b\"},"
                + "\"credentials\":{\"password\":\"a-very-long-one\"}}";
        for (String path : List.of(
                "/camunda/api/admin/setup/default/user/create",
                "/camunda/api/admin/setup/default/user/create/",
                "/camunda/api/admin/setup;x=1/default/user/create",
                "/camunda/api/admin;x/setup/default;y/user/create",
                "/camunda/api/admin//setup/default/user/create",
                "//camunda/api/admin/setup/default/user/create",
                "/camunda/api/admin/./setup/default/user/create",
                "/camunda/api/cockpit/../admin/setup/default/user/create",
                "/camunda/api/admin/%73etup/default/user/create",
                "/camunda/api/admin/setup%2fdefault/user/create",
                "/camunda/api/admin/setup/default/user/create?x=.css",
                "/camunda/api/admin/setup/default/user/create.json",
                "/camunda/api/admin/SETUP/default/user/create",
                "/camunda/api/engine/../admin/setup/default/user/create",
                "/engine-rest/setup/default/user/create")) {
            for (Caller caller : List.of(baton.anonymous(), baton.as("intern"), baton.as("human"))) {
                refused(caller.post(path, body));
                refused(caller.with("X-HTTP-Method-Override", "POST").put(path, body, "application/json"));
            }
            pages.forEach(page -> refused(page.api("POST", path, body)));
        }
        assertThat(baton.engine()
                        .getIdentityService()
                        .createUserQuery()
                        .userId("intruder")
                        .count())
                .isZero();
    }

    private static void everybodyTries(
            Baton baton, List<Tasklist> pages, Map<String, List<String>> requests, String body) {
        int before = Planted.made();
        requests.forEach((method, paths) -> paths.forEach(path -> {
            for (String root : List.of("/engine-rest", "/engine-rest/engine/default", PAGES)) {
                refused(baton.anonymous().send(method, root + path, body, "application/json"));
                USERS.forEach(user -> refused(baton.as(user).send(method, root + path, body, "application/json")));
            }
        }));
        for (Tasklist page : pages) {
            requests.forEach((method, paths) -> paths.forEach(path -> refused(page.api(method, PAGES + path, body))));
        }
        assertThat(Planted.made()).as("times that planted code ran").isEqualTo(before);
    }

    private static List<Tasklist> pages(Baton baton) {
        return USERS.stream().map(user -> Tasklist.of(baton, user)).toList();
    }

    /** Where a query can be posted. */
    private static Map<String, List<String>> queries(Baton baton) {
        String filter = "/filter/" + everything(baton);
        Map<String, List<String>> requests = new LinkedHashMap<>();
        requests.put(
                "POST", List.of("/task", "/task/count", filter + "/list", filter + "/count", filter + "/singleResult"));
        return requests;
    }

    private static String everything(Baton baton) {
        return baton.engine()
                .getFilterService()
                .createFilterQuery()
                .filterName("Everything")
                .singleResult()
                .getId();
    }

    /** Every field of a task query that takes an expression, so that no new one is forgotten. */
    private static List<String> expressionFields() {
        List<String> fields = Stream.of(TaskQueryDto.class.getMethods())
                .map(method -> method.getName())
                .filter(name -> name.startsWith("set") && name.endsWith("Expression"))
                .map(name -> Character.toLowerCase(name.charAt(3)) + name.substring(4))
                .sorted()
                .toList();
        assertThat(fields).hasSizeGreaterThan(15);
        return fields;
    }

    private static void refused(Answer answer) {
        assertThat(answer.status())
                .as(
                        "%s %s answered %s",
                        answer.response().request().method(), answer.response().uri(), answer.body())
                .isBetween(400, 499);
    }
}
