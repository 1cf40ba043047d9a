package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Refusal;
import dev.baton.engine.identity.Identities;
import dev.baton.engine.identity.Passwords;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.LoginPage;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.Tasklist;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/** The rules for passwords, how they are stored, and that unknown users are checked in the same time. */
class PasswordsTest {

    private static final String GOOD = "correct horse battery";
    private static final String WEB = "/camunda/api/engine/engine/default";

    @OnBothDatabases
    void aBadPasswordIsRefusedWhereverItIsSet(Baton baton) {
        Tasklist adminPage = Tasklist.of(baton, "admin");
        String user = newUser(baton, GOOD);
        for (String bad : List.of("", "            ", "elevenchars", user, user.toUpperCase(Locale.ROOT))) {
            String other = bad.equalsIgnoreCase(user) ? bad : "u-" + Baton.newId();
            refused(baton.admin().post("/engine-rest/user/create", profile(other, bad)));
            refused(adminPage.api("POST", WEB + "/user/create", profile(other, bad)));
            refused(set(baton, "admin", "demo", user, bad));
            refused(set(baton, user, GOOD, user, bad));
            refused(adminPage.api("PUT", WEB + "/user/" + user + "/credentials", credentials(bad, "demo")));
            assertThatThrownBy(() -> baton.bean(Identities.class).createUser(other, bad, List.of()))
                    .isInstanceOf(Refusal.class);
            assertThat(baton.bean(Identities.class).knows(other)).isEqualTo(other.equals(user));
        }
        baton.as(user, GOOD).get("/api/tasks?limit=1").expect(200);
    }

    @OnBothDatabases
    void aGoodOneIsTaken(Baton baton) {
        String user = newUser(baton, "twelve chars");
        baton.as(user, "twelve chars").get("/api/tasks?limit=1").expect(200);
        set(baton, user, "twelve chars", user, GOOD).expect(204);
        baton.as(user, GOOD).get("/api/tasks?limit=1").expect(200);
    }

    @OnBothDatabases
    void aChangedPasswordHoldsAtOnceForWhoWasSignedInAMomentAgo(Baton baton) {
        String user = newUser(baton, GOOD);
        baton.as(user, GOOD).get("/api/tasks?limit=1").expect(200);
        baton.as(user, GOOD).get("/api/tasks?limit=1").expect(200);
        set(baton, "admin", "demo", user, GOOD + "!").expect(204);
        Problem.of(baton.as(user, GOOD).get("/api/tasks?limit=1"), 401);
        baton.as(user, GOOD + "!").get("/api/tasks?limit=1").expect(200);
    }

    @OnBothDatabases
    void passwordsAreStoredWithBcryptAndSaltToTheLastCharacter(Baton baton) {
        String longOne = "x".repeat(200);
        String one = newUser(baton, longOne);
        String two = newUser(baton, longOne);
        assertThat(stored(baton, one)).startsWith("{bcrypt-sha256}$2a$").isNotEqualTo(stored(baton, two));
        Problem.of(baton.as(one, longOne.substring(1) + "y").get("/api/tasks"), 401);
        baton.as(one, longOne).get("/api/tasks?limit=1").expect(200);
    }

    @OnBothDatabases
    void aPasswordThatWasStoredTheOldWayLetsItsUserInAndIsRenewed(Baton baton) {
        for (String[] old : new String[][] {{"SHA-512", "some salt"}, {"SHA", null}}) {
            String user = newUser(baton, GOOD);
            storeAs(baton, user, old[0], old[1], "old password");
            String before = stored(baton, user);
            Problem.of(baton.as(user, "wrong password").get("/api/tasks"), 401);
            assertThat(stored(baton, user)).isEqualTo(before);
            baton.as(user, "old password").get("/api/tasks?limit=1").expect(200);
            assertThat(stored(baton, user)).startsWith("{bcrypt-sha256}");
            baton.as(user, "old password").get("/api/tasks?limit=1").expect(200);
            Problem.of(baton.as(user, "wrong password").get("/api/tasks"), 401);
        }
    }

    @OnBothDatabases
    void soDoesTheLoginPage(Baton baton) {
        String user = newUser(baton, GOOD);
        storeAs(baton, user, "SHA-512", "some salt", "old-password");
        Tasklist page = Tasklist.of(baton, user, "old-password");
        assertThat(stored(baton, user)).startsWith("{bcrypt-sha256}");
        page.api("GET", "/api/tasks?limit=1", null).expect(200);
    }

    @OnBothDatabases
    void aUserWithoutAPasswordHasNoneThatFits(Baton baton) {
        String user = "u-" + Baton.newId();
        baton.admin()
                .post("/engine-rest/user/create", "{\"profile\":{\"id\":\"%s\"},\"credentials\":{}}".formatted(user))
                .expect(204);
        assertThat(stored(baton, user)).isNull();
        for (String password : List.of("", "null", GOOD)) {
            Problem.of(baton.as(user, password).get("/api/tasks"), 401);
            LoginPage.post(baton.anonymous(), user, password).expect(401);
        }
    }

    @OnBothDatabases
    void itTakesAsLongToSayNoToUsersWhoDoNotExist(Baton baton) {
        String known = newUser(baton, GOOD);
        String old = newUser(baton, GOOD);
        storeAs(baton, old, "SHA-512", "some salt", "old password");
        Passwords passwords = baton.bean(Passwords.class);
        long wrong = median(passwords, known);
        assertThat(median(passwords, "nobody")).isBetween(wrong / 2, wrong * 2);
        assertThat(median(passwords, old)).isBetween(wrong / 2, wrong * 2);
        assertThat(median(passwords, "x".repeat(500))).isBetween(wrong / 2, wrong * 2);
    }

    /** CPU time, because it does not depend on the load of the machine. */
    private static long median(Passwords passwords, String user) {
        ThreadMXBean thread = ManagementFactory.getThreadMXBean();
        long[] times = new long[7];
        for (int i = 0; i < times.length; i++) {
            long start = thread.getCurrentThreadCpuTime();
            assertThat(passwords.verify(user, "wrong")).isEmpty();
            times[i] = thread.getCurrentThreadCpuTime() - start;
        }
        Arrays.sort(times);
        return times[times.length / 2];
    }

    private static void refused(Answer answer) {
        assertThat(answer.expect(400).body()).contains("A password has at least 12 characters");
    }

    private static Answer set(Baton baton, String by, String theirs, String user, String password) {
        return baton.as(by, theirs)
                .put("/engine-rest/user/" + user + "/credentials", credentials(password, theirs), "application/json");
    }

    private static String credentials(String password, String own) {
        return "{\"password\":\"%s\",\"authenticatedUserPassword\":\"%s\"}".formatted(password, own);
    }

    private static String profile(String user, String password) {
        return "{\"profile\":{\"id\":\"%s\"},\"credentials\":{\"password\":\"%s\"}}".formatted(user, password);
    }

    private static String newUser(Baton baton, String password) {
        String user = "u-" + Baton.newId();
        baton.admin().post("/engine-rest/user/create", profile(user, password)).expect(204);
        return user;
    }

    private static String stored(Baton baton, String user) {
        return baton.sql()
                .sql("SELECT pwd_ FROM act_id_user WHERE id_ = ?")
                .param(user)
                .query((row, i) -> new String[] {row.getString(1)})
                .single()[0];
    }

    /** With the engine's default algorithm. */
    private static void storeAs(Baton baton, String user, String algorithm, String salt, String password) {
        try {
            byte[] hash = MessageDigest.getInstance(algorithm)
                    .digest((password + (salt == null ? "" : salt)).getBytes(StandardCharsets.UTF_8));
            baton.sql()
                    .sql("UPDATE act_id_user SET pwd_ = ?, salt_ = ? WHERE id_ = ?")
                    .params("{" + algorithm + "}" + Base64.getEncoder().encodeToString(hash), salt, user)
                    .update();
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
