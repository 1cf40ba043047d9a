package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Tasklist;
import org.junit.jupiter.api.Test;

/** Tasklist's forms call the API with Tasklist's session. */
class PageSessionTest {

    private final Baton baton = Baton.on(Database.H2);

    @Test
    void whoHasSignedInToTasklistActsInTheApiUnderTheirOwnName() {
        String id = baton.create("errand");
        Tasklist worker = Tasklist.of(baton, "worker-1");

        assertThat(worker.api("GET", "/api/tasks/" + id, null)
                        .expect(200)
                        .json()
                        .get("id")
                        .asText())
                .isEqualTo(id);
        take(worker, id, 200);

        assertThat(baton.task(id).get("assignee").asText()).isEqualTo("worker-1");
        assertThat(worker.read("/task/count").status())
                .as("still signed in to Tasklist")
                .isEqualTo(200);
    }

    @Test
    void theirGroupsAreTheirOwnToo() {
        Tasklist intern = Tasklist.of(baton, "intern");
        intern.api("POST", "/api/tokens", "{\"user\":\"admin\",\"name\":\"mine\"}")
                .expect(403);
        intern.api("POST", "/api/tasks/cleanup", "{\"olderThan\":\"P30D\"}").expect(403);
    }

    @Test
    void aChangeNeedsTheSecretThatOnlyThePagesCanRead() {
        String id = baton.create("errand");
        Tasklist worker = Tasklist.of(baton, "worker-1").withoutToken();

        worker.api("GET", "/api/tasks/" + id, null).expect(200);
        take(worker, id, 403);

        assertThat(baton.state(id)).isEqualTo("open");
    }

    @Test
    void anotherSiteCanNotUseTheSession() {
        String id = baton.create("errand");
        take(Tasklist.of(baton, "worker-1").fromElsewhere(), id, 403);
        assertThat(baton.state(id)).isEqualTo("open");
    }

    @Test
    void theSessionOpensTheApiOnlyAndNotTheEnginesOwnRest() {
        Tasklist worker = Tasklist.of(baton, "worker-1");
        worker.api("GET", "/engine-rest/task", null).expect(401);
        worker.api("GET", "/actuator/prometheus", null).expect(401);
    }

    @Test
    void whoHasSignedOutIsNobody() {
        Tasklist worker = Tasklist.of(baton, "worker-1");
        worker.signOut();
        worker.api("GET", "/api/tasks", null).expect(401);
    }

    @Test
    void aFormThatIsNoLongerSignedInDoesNotMakeTheBrowserAskForAPassword() {
        assertThat(baton.anonymous()
                        .with("X-Requested-With", "XMLHttpRequest")
                        .get("/api/tasks")
                        .expect(401)
                        .header("WWW-Authenticate"))
                .isNull();
        assertThat(baton.anonymous().get("/api/tasks").expect(401).header("WWW-Authenticate"))
                .isNotNull();
    }

    private static void take(Tasklist worker, String id, int status) {
        worker.api(
                        "POST",
                        "/api/tasks/" + id + "/transitions",
                        "{\"trigger\":\"take\",\"payload\":{\"plan\":{\"steps\":[\"go\"]}}}")
                .expect(status);
    }
}
