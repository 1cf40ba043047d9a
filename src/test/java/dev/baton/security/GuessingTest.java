package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.LoginPage;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.slf4j.LoggerFactory;

/** Guessing passwords or tokens is delayed more and more, for every way to sign in. */
class GuessingTest {

    private static final String PASSWORD = "correct-horse-battery";
    private static final int FREE = SignInLimit.ONE_USER.free();

    @OnBothDatabases
    void withHttpBasic(Baton baton) {
        String user = newUser(baton);
        String address = address();
        Caller guesser = baton.as(user, "wrong").from(address);
        Caller owner = baton.as(user, PASSWORD).from(address);
        slowed(() -> guesser.get("/api/tasks"));
        waits(owner.get("/api/tasks?limit=1"));
        waits(owner.get("/engine-rest/task/count"));
        waits(owner.get("/actuator/prometheus"));
        waits(LoginPage.post(baton.anonymous().from(address), user, PASSWORD));

        baton.as(user, PASSWORD).get("/api/tasks?limit=1").expect(200);
        baton.as(user, PASSWORD).from(address()).get("/engine-rest/task/count").expect(200);
        baton.as("worker-1").from(address).get("/api/tasks?limit=1").expect(200);
        ClockUtil.offset(2_000L);
        owner.get("/api/tasks?limit=1").expect(200);
    }

    @OnBothDatabases
    void atTheLoginPage(Baton baton) {
        String user = newUser(baton);
        String address = address();
        Caller guesser = baton.anonymous().from(address);
        slowed(() -> LoginPage.post(guesser, user, "wrong"));
        waits(LoginPage.post(guesser, user, PASSWORD));
        waits(baton.as(user, PASSWORD).from(address).get("/api/tasks"));

        LoginPage.post(baton.anonymous().from(address()), user, PASSWORD).expect(200);
        ClockUtil.offset(2_000L);
        LoginPage.post(guesser, user, PASSWORD).expect(200);
    }

    @OnBothDatabases
    void whereCamundaChecksAPasswordOnTheWay(Baton baton) {
        String user = newUser(baton);
        Caller unattended = baton.as(user, PASSWORD).from(address());
        slowed(
                () -> unattended.put(
                        "/engine-rest/user/" + user + "/credentials",
                        "{\"password\":\"another long one\",\"authenticatedUserPassword\":\"wrong\"}",
                        "application/json"),
                400);
    }

    @OnBothDatabases
    void withTokens(Baton baton) {
        String address = address();
        String right = baton.admin()
                .post("/api/tokens", "{\"user\":\"worker-1\",\"name\":\"x\"}")
                .expect(201)
                .json()
                .get("token")
                .asText();
        Answer last = null;
        for (int i = 0; i <= SignInLimit.ONE_ADDRESS.free() + 1; i++) {
            String token = "baton_" + "%043d".formatted(i);
            last = baton.withToken(i % 2 == 0 ? token : "nonsense")
                    .from(address)
                    .get("/api/tasks");
            if (i <= SignInLimit.ONE_ADDRESS.free()) {
                Problem.of(last, 401);
            }
        }
        waits(last);
        baton.withToken(right).from(address).get("/api/tasks?limit=1").expect(200);
        Problem.of(baton.withToken("nonsense").from(address()).get("/api/tasks"), 401);
    }

    @OnBothDatabases
    void usersWhoDoNotExistAreTreatedLikeThoseWhoDo(Baton baton) {
        String nobody = "u-" + Baton.newId();
        slowed(() -> baton.as(nobody, "wrong").from("127.0.4.1").get("/api/tasks"));
        Caller page = baton.anonymous().from("127.0.4.2");
        slowed(() -> LoginPage.post(page, nobody, "wrong"));
    }

    @OnBothDatabases
    void oneLineInTheLogSaysWhereFrom(Baton baton) {
        String user = newUser(baton);
        String address = address();
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        log.start();
        root.addAppender(log);
        try {
            for (int i = 0; i < 2 * FREE; i++) {
                baton.as(user, "wrong").from(address).get("/api/tasks");
                LoginPage.post(baton.anonymous().from(address), user, "wrong");
            }
        } finally {
            root.detachAppender(log);
        }
        assertThat(List.copyOf(log.list))
                .extracting(ILoggingEvent::getFormattedMessage)
                .filteredOn(line -> line.contains(user) || line.contains(address))
                .singleElement()
                .asString()
                .contains(user, address, "slowed down");
        assertThat(log.list).extracting(ILoggingEvent::getFormattedMessage).noneMatch(line -> line.contains("locked"));
    }

    /** The first failures cause no delay, the next one does. */
    private static void slowed(Supplier<Answer> guess) {
        slowed(guess, 401);
    }

    private static void slowed(Supplier<Answer> guess, int refused) {
        for (int i = 0; i <= FREE; i++) {
            guess.get().expect(refused);
        }
        waits(guess.get());
    }

    private static void waits(Answer answer) {
        assertThat(Problem.of(answer, 429).detail()).contains("Too many wrong passwords or tokens");
        assertThat(Integer.parseInt(answer.header("Retry-After"))).isBetween(1, 300);
    }

    /** An address that no other test uses. */
    private static String address() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return "127." + random.nextInt(1, 255) + "." + random.nextInt(256) + "." + random.nextInt(1, 255);
    }

    private static String newUser(Baton baton) {
        String user = "u-" + Baton.newId();
        baton.admin()
                .post(
                        "/engine-rest/user/create",
                        "{\"profile\":{\"id\":\"%s\"},\"credentials\":{\"password\":\"%s\"}}".formatted(user, PASSWORD))
                .expect(204);
        return user;
    }
}
