package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.util.List;

/** Requests that another site causes in a signed-in browser are refused. */
@DatabaseIndependent
class OtherSitesTest {

    private static final String BODY = "{\"lifecycle\":\"errand\"}";

    @OnBothDatabases
    void theirPostsAreRefused(Baton baton) {
        long before = tasks(baton);
        Caller admin = baton.admin();
        for (Caller caller : List.of(
                admin.with("Sec-Fetch-Site", "cross-site"),
                admin.with("Sec-Fetch-Site", "same-site"),
                admin.with("Origin", "http://evil.example"),
                admin.with("Origin", "null"),
                admin.with("Origin", "https://evil.example").with("X-Forwarded-Host", "evil.example"),
                admin.with("Origin", baton.url() + ".evil.example"))) {
            Problem.of(caller.post("/api/tasks", BODY), 403);
            Problem.of(caller.post("/engine-rest/process-definition/key/errand/start", "{}"), 403);
            Problem.of(caller.delete("/api/tasks/x", "{\"reason\":\"x\"}"), 403);
        }
        assertThat(tasks(baton)).isEqualTo(before);
    }

    @OnBothDatabases
    void ownPagesAndProgramsMayPost(Baton baton) {
        for (Caller caller : List.of(
                baton.admin(),
                baton.admin().with("Sec-Fetch-Site", "same-origin").with("Origin", baton.url()),
                baton.admin().with("Sec-Fetch-Site", "none"),
                baton.admin().with("Origin", baton.url()))) {
            caller.post("/api/tasks", BODY).expect(201);
        }
    }

    @OnBothDatabases
    void noOtherSiteIsAllowedToRead(Baton baton) {
        Caller.Answer answer = baton.admin()
                .with("Origin", "http://evil.example")
                .get("/api/tasks?limit=1")
                .expect(200);
        assertThat(answer.header("Access-Control-Allow-Origin")).isNull();
    }

    private static long tasks(Baton baton) {
        return baton.sql().sql("SELECT count(*) FROM task").query(Long.class).single();
    }
}
