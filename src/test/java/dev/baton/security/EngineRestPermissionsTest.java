package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.ErrandDiagram;
import dev.baton.testing.OnBothDatabases;
import java.util.Date;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.camunda.bpm.engine.AuthorizationException;
import org.camunda.bpm.engine.BadUserRequestException;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.runtime.Job;

/** Operations of Camunda's REST that no guard covers are for admins only. */
@DatabaseIndependent
class EngineRestPermissionsTest {

    private static final List<String> OTHERS = List.of("worker-1", "intern", "lead", "human", "reviewer-1");

    @OnBothDatabases
    void nobodyElseDeploys(Baton baton) {
        String key = ErrandDiagram.newKey();
        for (String user : OTHERS) {
            deploy(baton, user, key + ".bpmn", ErrandDiagram.diagram(key)).expect(403);
        }
        assertThat(baton.engine()
                        .getRepositoryService()
                        .createProcessDefinitionQuery()
                        .processDefinitionKey(key)
                        .count())
                .isZero();
        deploy(baton, "admin", key + ".bpmn", ErrandDiagram.diagram(key)).expect(200);
        baton.as("worker-1").move(baton.create(key), "take", ErrandDiagram.PLAN).expect(200);
    }

    @OnBothDatabases
    void whatIsNoLifecycleIsRefusedThereTooWithItsElements(Baton baton) {
        String key = ErrandDiagram.newKey();
        String diagram = ErrandDiagram.diagram(key)
                .replace("name=\"drop\"", "name=\"take\"")
                .replace("<camunda:property name=\"state\" value=\"working\"/>", "");
        JsonNode answer =
                deploy(baton, "admin", key + ".bpmn", diagram).expect(400).json();
        assertThat(answer.toString()).contains("open__drop", "\"working\"");
        deploy(baton, "admin", key + ".bpmn", "<a/>").expect(400);
        deploy(
                        baton,
                        "admin",
                        key + ".bpmn",
                        ErrandDiagram.diagram(key).replace("${task.put('packed', true)}", "${task.put("))
                .expect(400);
        assertThat(baton.engine()
                        .getRepositoryService()
                        .createProcessDefinitionQuery()
                        .processDefinitionKey(key)
                        .count())
                .isZero();
    }

    @OnBothDatabases
    void nobodyElseRaisesHimself(Baton baton) {
        for (String user : OTHERS) {
            List<String> before = groups(baton, user);
            for (Answer answer : List.of(
                    put(baton, user, "/group/admin/members/" + user, null),
                    put(baton, user, "/group/camunda-admin/members/" + user, null),
                    put(baton, user, "/group/human/members/" + user, null),
                    baton.as(user).delete("/engine-rest/group/admin/members/admin", null),
                    post(baton, user, "/group/create", "{\"id\":\"elite\",\"name\":\"Elite\"}"),
                    post(
                            baton,
                            user,
                            "/user/create",
                            "{\"profile\":{\"id\":\"double\"},\"credentials\":{\"password\":\"long enough by far\"}}"),
                    put(baton, user, "/user/admin/profile", "{\"id\":\"admin\",\"firstName\":\"x\"}"),
                    put(
                            baton,
                            user,
                            "/user/admin/credentials",
                            "{\"password\":\"x\",\"authenticatedUserPassword\":\"demo\"}"),
                    baton.as(user).delete("/engine-rest/user/admin", null),
                    post(
                            baton,
                            user,
                            "/authorization/create",
                            "{\"type\":1,\"permissions\":[\"ALL\"],\"userId\":\"%s\",\"resourceType\":8,\"resourceId\":\"*\"}"
                                    .formatted(user)),
                    post(baton, user, "/tenant/create", "{\"id\":\"t\",\"name\":\"t\"}"))) {
                assertThat(answer.status())
                        .as(user + " " + answer.response().uri())
                        .isIn(403, 404);
            }
            assertThat(groups(baton, user)).isEqualTo(before);
        }
        baton.admin().get("/api/tokens").expect(200);
        baton.as("admin", "demo").get("/api/tasks").expect(200);
    }

    @OnBothDatabases
    void nobodyElseTouchesInstancesVariablesOrJobs(Baton baton) {
        String id = baton.create("errand");
        String instance = baton.engine()
                .getRuntimeService()
                .createProcessInstanceQuery()
                .processInstanceBusinessKey(id)
                .singleResult()
                .getId();
        Job job = baton.engine()
                .getManagementService()
                .createJobQuery()
                .processInstanceId(instance)
                .singleResult();
        String path = "/process-instance/" + instance;
        for (String user : OTHERS) {
            for (Answer answer : List.of(
                    baton.as(user).delete("/engine-rest" + path, null),
                    put(baton, user, path + "/suspended", "{\"suspended\":true}"),
                    put(
                            baton,
                            user,
                            "/process-instance/suspended",
                            "{\"processDefinitionKey\":\"errand\",\"suspended\":true}"),
                    put(
                            baton,
                            user,
                            "/process-definition/key/errand/suspended",
                            "{\"suspended\":true,\"includeProcessInstances\":true}"),
                    put(baton, user, path + "/variables/actor", "{\"value\":\"admin\",\"type\":\"String\"}"),
                    post(baton, user, path + "/variables", "{\"modifications\":{\"task\":{\"value\":\"x\"}}}"),
                    put(baton, user, "/execution/" + instance + "/localVariables/trigger", "{\"value\":\"drop\"}"),
                    post(baton, user, "/process-instance/delete", "{\"processInstanceIds\":[\"" + instance + "\"]}"),
                    post(baton, user, "/job/" + job.getId() + "/execute", "{}"),
                    put(
                            baton,
                            user,
                            "/job/" + job.getId() + "/duedate",
                            "{\"duedate\":\"2020-01-01T00:00:00.000+0000\"}"),
                    put(baton, user, "/job/" + job.getId() + "/suspended", "{\"suspended\":true}"),
                    put(baton, user, "/job/" + job.getId() + "/priority", "{\"priority\":1}"),
                    baton.as(user).delete("/engine-rest/job/" + job.getId(), null))) {
                assertThat(answer.status())
                        .as(user + " " + answer.response().request().method() + " "
                                + answer.response().uri())
                        .isIn(400, 403); // 400 where nobody may, admins included
            }
        }
        put(baton, "worker-1", "/job/" + job.getId() + "/retries", "{\"retries\":0}")
                .expect(403);
        assertThat(baton.history(id)).hasSize(1);
        assertThat(baton.engine().getRuntimeService().getVariables(instance)).isEmpty();
        Job after = baton.engine()
                .getManagementService()
                .createJobQuery()
                .jobId(job.getId())
                .singleResult();
        assertThat(after.getDuedate()).isEqualTo(job.getDuedate());
        assertThat(after.getRetries()).isEqualTo(job.getRetries());
    }

    /** Most of the routes above are closed; the engine's permissions are checked in addition. */
    @OnBothDatabases
    void theEngineItselfPermitsNoneOfItEither(Baton baton) {
        ProcessEngine engine = baton.engine();
        String id = baton.create("errand");
        String instance = engine.getRuntimeService()
                .createProcessInstanceQuery()
                .processInstanceBusinessKey(id)
                .singleResult()
                .getId();
        String job = engine.getManagementService()
                .createJobQuery()
                .processInstanceId(instance)
                .singleResult()
                .getId();
        List<ThrowingCallable> calls = List.of(
                () -> engine.getRepositoryService()
                        .createDeployment()
                        .addString("x.bpmn", ErrandDiagram.diagram("x"))
                        .deploy(),
                () -> engine.getIdentityService().createMembership("intern", "admin"),
                () -> engine.getIdentityService()
                        .saveUser(engine.getIdentityService().newUser("double")),
                () -> engine.getIdentityService().deleteUser("admin"),
                () -> engine.getAuthorizationService()
                        .saveAuthorization(engine.getAuthorizationService().createNewAuthorization(1)),
                () -> engine.getFilterService()
                        .saveFilter(engine.getFilterService().newTaskFilter("mine")),
                () -> engine.getRuntimeService().deleteProcessInstance(instance, "x"),
                () -> engine.getRuntimeService().setVariable(instance, "actor", "admin"),
                () -> engine.getRuntimeService().suspendProcessInstanceById(instance),
                () -> engine.getManagementService().executeJob(job),
                () -> engine.getManagementService().setJobDuedate(job, new Date(0)),
                () -> engine.getManagementService().deleteJob(job));
        for (String user : OTHERS) {
            engine.getIdentityService().setAuthentication(user, groups(baton, user));
            try {
                calls.forEach(call -> assertThatThrownBy(call)
                        .as(user)
                        .isInstanceOfAny(AuthorizationException.class, BadUserRequestException.class));
            } finally {
                engine.getIdentityService().clearAuthentication();
            }
        }
        assertThat(baton.history(id)).hasSize(1);
    }

    @OnBothDatabases
    void evenAnAdminCannotPutATaskIntoAState(Baton baton) {
        String id = baton.create("errand");
        String instance = baton.engine()
                .getRuntimeService()
                .createProcessInstanceQuery()
                .processInstanceBusinessKey(id)
                .singleResult()
                .getId();
        post(
                        baton,
                        "admin",
                        "/process-instance/" + instance + "/modification",
                        "{\"skipCustomListeners\":true,\"instructions\":[{\"type\":\"startBeforeActivity\",\"activityId\":\"done\"},{\"type\":\"cancel\",\"activityId\":\"open\"}]}")
                .expect(403);
        assertThat(baton.state(id)).isEqualTo("open");
    }

    private static List<String> groups(Baton baton, String user) {
        return baton.engine().getIdentityService().createGroupQuery().groupMember(user).list().stream()
                .map(g -> g.getId())
                .sorted()
                .toList();
    }

    private static Answer post(Baton baton, String user, String path, String json) {
        return baton.as(user).post("/engine-rest" + path, json);
    }

    private static Answer put(Baton baton, String user, String path, String json) {
        return baton.as(user).put("/engine-rest" + path, json, "application/json");
    }

    private static Answer deploy(Baton baton, String user, String file, String diagram) {
        String body = "--x\r\nContent-Disposition: form-data; name=\"deployment-name\"\r\n\r\ntest\r\n"
                + "--x\r\nContent-Disposition: form-data; name=\"" + file + "\"; filename=\"" + file + "\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n" + diagram + "\r\n--x--\r\n";
        return baton.as(user).send("POST", "/engine-rest/deployment/create", body, "multipart/form-data; boundary=x");
    }
}
