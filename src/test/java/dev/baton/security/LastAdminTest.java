package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Crowd;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Tasklist;
import java.util.List;
import org.camunda.bpm.engine.IdentityService;

/** The last admin can't be removed through any interface. */
class LastAdminTest {

    private static final String PASSWORD = "correct-horse-battery";
    private static final String WEB = "/camunda/api/engine/engine/default";

    @OnBothDatabases
    void theLastAdminCanNotBeRemoved(Baton baton) {
        assertThat(admins(baton)).containsExactly("admin");
        Tasklist page = Tasklist.of(baton, "admin");
        for (String path : List.of("/user/admin", "/group/admin/members/admin", "/group/admin")) {
            refused(baton.admin().delete("/engine-rest" + path, null));
            refused(page.api("DELETE", WEB + path, null));
        }
        assertThat(admins(baton)).containsExactly("admin");
        baton.admin().get("/api/tokens").expect(200);
    }

    @OnBothDatabases
    void oneOfTwoCan(Baton baton) {
        String second = newAdmin(baton);
        refused(baton.admin().delete("/engine-rest/group/admin", null));
        baton.as(second, PASSWORD)
                .delete("/engine-rest/group/admin/members/" + second, null)
                .expect(204);
        refused(baton.admin().delete("/engine-rest/group/admin/members/admin", null));
        baton.admin()
                .put("/engine-rest/group/admin/members/" + second, null, null)
                .expect(204);
        baton.admin().delete("/engine-rest/user/" + second, null).expect(204);
        assertThat(admins(baton)).containsExactly("admin");
    }

    @OnBothDatabases
    void twoWhoRemoveEachOtherAtTheSameMomentLeaveOne(Baton baton) {
        IdentityService identity = baton.engine().getIdentityService();
        for (int round = 0; round < 5; round++) {
            String second = newAdmin(baton);
            try {
                Crowd.of(List.of(
                        () -> baton.admin().delete("/engine-rest/group/admin/members/" + second, null),
                        () -> baton.as(second, PASSWORD).delete("/engine-rest/group/admin/members/admin", null)));
                assertThat(admins(baton)).hasSize(1);
            } finally {
                if (!admins(baton).contains("admin")) {
                    identity.createMembership("admin", "admin");
                }
                identity.deleteUser(second);
            }
        }
    }

    @OnBothDatabases
    void whoMayNotRemoveUsersIsToldSoFirst(Baton baton) {
        baton.as("lead").delete("/engine-rest/user/admin", null).expect(403);
        baton.as("lead").delete("/engine-rest/group/admin/members/admin", null).expect(403);
        baton.as("lead").delete("/engine-rest/group/admin", null).expect(403);
    }

    private static void refused(Answer answer) {
        assertThat(answer.expect(400).body()).containsAnyOf("is the last admin", "can't be deleted");
    }

    private static String newAdmin(Baton baton) {
        String user = "u-" + Baton.newId();
        baton.admin()
                .post(
                        "/engine-rest/user/create",
                        "{\"profile\":{\"id\":\"%s\"},\"credentials\":{\"password\":\"%s\"}}".formatted(user, PASSWORD))
                .expect(204);
        baton.admin()
                .put("/engine-rest/group/admin/members/" + user, null, null)
                .expect(204);
        return user;
    }

    private static List<String> admins(Baton baton) {
        return baton.engine().getIdentityService().createUserQuery().memberOfGroup("admin").list().stream()
                .map(user -> user.getId())
                .toList();
    }
}
