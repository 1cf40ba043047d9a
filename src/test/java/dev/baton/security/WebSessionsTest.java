package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.ServerProcess;
import dev.baton.testing.Tasklist;
import java.nio.file.Path;
import java.util.Map;
import org.camunda.bpm.engine.AuthorizationService;
import org.camunda.bpm.engine.authorization.Authorization;
import org.camunda.bpm.engine.authorization.Permissions;
import org.camunda.bpm.engine.authorization.Resources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session of Tasklist, Cockpit or Admin ends when its user is deleted or changes the password. */
class WebSessionsTest {

    private static final String PASSWORD = "correct-horse-battery";
    private static final String ENGINE = "/camunda/api/engine/engine/default";

    @OnBothDatabases
    void aDeletedAdminIsSignedOutAndMakesNoOtherAdmin(Baton baton) {
        String user = newUser(baton, "admin");
        Tasklist session = Tasklist.of(baton, user, PASSWORD);
        create(session, "u-" + Baton.newId()).expect(204);
        baton.admin().delete("/engine-rest/user/" + user, null).expect(204);

        String other = "u-" + Baton.newId();
        create(session, other).expect(401);
        session.api("PUT", ENGINE + "/group/admin/members/intern", null).expect(401);
        session.api("GET", "/api/tasks?limit=1", null).expect(401);
        session.read("/task/count").expect(401);
        assertThat(exists(baton, other)).isFalse();
        assertThat(groups(baton, "intern")).doesNotContain("admin");
    }

    @OnBothDatabases
    void aNewUserOfTheSameNameDoesNotInheritTheSession(Baton baton) {
        String user = newUser(baton, "admin");
        Tasklist session = Tasklist.of(baton, user, PASSWORD);
        baton.admin().delete("/engine-rest/user/" + user, null).expect(204);
        create(baton, user);
        baton.admin()
                .put("/engine-rest/group/admin/members/" + user, null, null)
                .expect(204);
        session.read("/task/count").expect(401);
        session.api("GET", "/api/tasks?limit=1", null).expect(401);
    }

    @OnBothDatabases
    void aDemotedAdminStaysSignedInWithoutTheRights(Baton baton) {
        String user = newUser(baton, "admin");
        Tasklist session = Tasklist.of(baton, user, PASSWORD);
        create(session, "u-" + Baton.newId()).expect(204);
        baton.admin().delete("/engine-rest/group/admin/members/" + user, null).expect(204);

        create(session, "u-" + Baton.newId()).expect(403);
        session.api("PUT", ENGINE + "/group/admin/members/" + user, null).expect(403);
        session.api("POST", "/api/tasks/cleanup", "{\"olderThan\":\"P30D\"}").expect(403);
        session.read("/task/count").expect(200);
        assertThat(groups(baton, user)).doesNotContain("admin");
    }

    @OnBothDatabases
    void aChangedPasswordEndsTheOtherSessionsAndNotTheOneThatChangedIt(Baton baton) {
        String user = newUser(baton, "specialist");
        Tasklist mine = Tasklist.of(baton, user, PASSWORD);
        Tasklist other = Tasklist.of(baton, user, PASSWORD);
        other.read("/task/count").expect(200);
        mine.api(
                        "PUT",
                        ENGINE + "/user/" + user + "/credentials",
                        "{\"password\":\"%s\",\"authenticatedUserPassword\":\"%s\"}"
                                .formatted("new-" + PASSWORD, PASSWORD))
                .expect(204);

        other.read("/task/count").expect(401);
        other.api("GET", "/api/tasks?limit=1", null).expect(401);
        mine.read("/task/count").expect(200);
        mine.api("GET", "/api/tasks?limit=1", null).expect(200);
        Tasklist.of(baton, user, "new-" + PASSWORD).read("/task/count").expect(200);
    }

    @OnBothDatabases
    void aPasswordThatAnAdminChangedEndsThemAll(Baton baton) {
        String user = newUser(baton, "specialist");
        Tasklist session = Tasklist.of(baton, user, PASSWORD);
        session.api("GET", "/api/tasks?limit=1", null).expect(200);
        baton.admin()
                .put(
                        "/engine-rest/user/" + user + "/credentials",
                        "{\"password\":\"new-%s\",\"authenticatedUserPassword\":\"demo\"}".formatted(PASSWORD),
                        "application/json")
                .expect(204);
        session.api("GET", "/api/tasks?limit=1", null).expect(401);
        session.read("/task/count").expect(401);
    }

    @OnBothDatabases
    void aPermissionThatIsTakenAwayIsMissingInThePagesWithinTwoSeconds(Baton baton) {
        String user = newUser(baton, "specialist");
        AuthorizationService permissions = baton.engine().getAuthorizationService();
        Authorization grant = permissions.createNewAuthorization(Authorization.AUTH_TYPE_GRANT);
        grant.setUserId(user);
        grant.setResource(Resources.APPLICATION);
        grant.setResourceId("cockpit");
        grant.addPermission(Permissions.ACCESS);
        permissions.saveAuthorization(grant);
        Tasklist session = Tasklist.of(baton, user, PASSWORD);
        assertThat(apps(session)).contains("cockpit");
        permissions.deleteAuthorization(grant.getId());
        Crowd.waitUntil("cockpit is closed", 2, () -> !apps(session).contains("cockpit"));
    }

    /** The sessions are on this server; the changes are made through another one on the same database. */
    @Test
    void changesMadeThroughAnotherServerEndSessionsToo(@TempDir Path folder) {
        Baton baton = Baton.on(Database.POSTGRES);
        String deleted = newUser(baton, "admin");
        String demoted = newUser(baton, "admin");
        String changed = newUser(baton, "specialist");
        Tasklist sessionOfDeleted = Tasklist.of(baton, deleted, PASSWORD);
        Tasklist sessionOfDemoted = Tasklist.of(baton, demoted, PASSWORD);
        Tasklist sessionOfChanged = Tasklist.of(baton, changed, PASSWORD);
        try (ServerProcess second = ServerProcess.start(
                folder,
                Map.of(
                        "spring.datasource.url", baton.setting("spring.datasource.url"),
                        "spring.datasource.username", "postgres",
                        "spring.datasource.password", "postgres"))) {
            second.as("admin", "demo")
                    .delete("/engine-rest/user/" + deleted, null)
                    .expect(204);
            second.as("admin", "demo")
                    .delete("/engine-rest/group/admin/members/" + demoted, null)
                    .expect(204);
            second.as(changed, PASSWORD)
                    .put(
                            "/engine-rest/user/" + changed + "/credentials",
                            "{\"password\":\"new-%s\",\"authenticatedUserPassword\":\"%s\"}"
                                    .formatted(PASSWORD, PASSWORD),
                            "application/json")
                    .expect(204);
        }
        create(sessionOfDeleted, "u-" + Baton.newId()).expect(401);
        create(sessionOfDemoted, "u-" + Baton.newId()).expect(403);
        sessionOfChanged.read("/task/count").expect(401);
        baton.as(changed, PASSWORD).get("/api/tasks?limit=1").expect(401);
        baton.as(changed, "new-" + PASSWORD).get("/api/tasks?limit=1").expect(200);
    }

    private static String apps(Tasklist session) {
        return session.api("GET", "/camunda/api/admin/auth/user/default", null)
                .expect(200)
                .json()
                .get("authorizedApps")
                .toString();
    }

    private static Answer create(Tasklist session, String user) {
        return session.api("POST", ENGINE + "/user/create", profile(user));
    }

    private static String newUser(Baton baton, String group) {
        String user = "u-" + Baton.newId();
        create(baton, user);
        baton.admin()
                .put("/engine-rest/group/" + group + "/members/" + user, null, null)
                .expect(204);
        return user;
    }

    private static void create(Baton baton, String user) {
        baton.admin().post("/engine-rest/user/create", profile(user)).expect(204);
    }

    private static String profile(String user) {
        return "{\"profile\":{\"id\":\"%s\"},\"credentials\":{\"password\":\"%s\"}}".formatted(user, PASSWORD);
    }

    private static boolean exists(Baton baton, String user) {
        return baton.engine()
                        .getIdentityService()
                        .createUserQuery()
                        .userId(user)
                        .count()
                > 0;
    }

    private static java.util.List<String> groups(Baton baton, String user) {
        return baton.engine().getIdentityService().createGroupQuery().groupMember(user).list().stream()
                .map(g -> g.getId())
                .toList();
    }
}
