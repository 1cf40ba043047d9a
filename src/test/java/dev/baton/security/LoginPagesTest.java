package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.OnBothDatabases;

@DatabaseIndependent
class LoginPagesTest {

    /** The login page's requests get no WWW-Authenticate, which would open the browser's own prompt. */
    @OnBothDatabases
    void noPathBesideTheLoginPagesChallengesTheBrowser(Baton baton) {
        for (String path : new String[] {"/camunda-welcome", "/favicon.png", "/nothing/here"}) {
            var answer = baton.anonymous().get(path).expect(401);
            assertThat(answer.header("WWW-Authenticate")).as(path).isNull();
        }
        assertThat(baton.anonymous().get("/api/tasks").expect(401).header("WWW-Authenticate"))
                .startsWith("Basic");
    }
}
