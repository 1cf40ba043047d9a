package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.ErrandDiagram;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class SigningInTest {

    private static final String PASSWORD = "a long enough password";

    @OnBothDatabases
    void aWrongPasswordOrTokenOpensNothing(Baton baton) {
        String user = newUser(baton);
        baton.as(user, PASSWORD).get("/api/tasks").expect(200);
        int address = 0;
        for (Caller caller : List.of(
                baton.as(user, "wrong"),
                baton.as(user, ""),
                baton.as(user, PASSWORD.toUpperCase(Locale.ROOT)),
                baton.as("nobody", "demo"),
                baton.as("", "demo"),
                baton.as("", ""),
                baton.as("admin' OR '1'='1", "demo"),
                baton.as("${actor}", "demo"),
                baton.as("a\u0000b", "demo"),
                baton.as("x".repeat(3000), "demo"),
                baton.withToken("baton_unknown"),
                baton.withToken(""),
                baton.withToken("x".repeat(3000)),
                baton.withToken("' OR 1=1 --"),
                baton.anonymous().with("Authorization", "Basic"),
                baton.anonymous().with("Authorization", "Basic !!!"),
                baton.anonymous().with("Authorization", "Digest x"),
                baton.anonymous().with("Authorization", "Bearer"))) {
            Caller there = caller.from("127.0.3." + ++address); // too many from one would be 429
            for (String path : List.of("/api/tasks", "/engine-rest/user", "/actuator/prometheus")) {
                Problem.of(there.get(path), 401);
            }
        }
    }

    @OnBothDatabases
    void rolesAreTheGroupsOfTheMoment(Baton baton) {
        String user = newUser(baton);
        String id = baton.create("errand");
        Problem.of(baton.as(user, PASSWORD).move(id, "take", ErrandDiagram.PLAN), 403);
        baton.admin()
                .put("/engine-rest/group/specialist/members/" + user, null, null)
                .expect(204);
        baton.as(user, PASSWORD).move(id, "take", ErrandDiagram.PLAN).expect(200);
        baton.admin()
                .delete("/engine-rest/group/specialist/members/" + user, null)
                .expect(204);
        Problem.of(baton.as(user, PASSWORD).move(baton.create("errand"), "take", ErrandDiagram.PLAN), 403);
    }

    @OnBothDatabases
    void soAreThoseOfATokenThatWasUsedAMomentAgo(Baton baton) {
        String user = newUser(baton);
        Caller caller = baton.withToken(issue(baton, user).get("token").asText());
        String id = baton.create("errand");
        Problem.of(caller.move(id, "take", ErrandDiagram.PLAN), 403);
        baton.admin()
                .put("/engine-rest/group/specialist/members/" + user, null, null)
                .expect(204);
        caller.move(id, "take", ErrandDiagram.PLAN).expect(200);
        baton.admin()
                .delete("/engine-rest/group/specialist/members/" + user, null)
                .expect(204);
        Problem.of(caller.move(baton.create("errand"), "take", ErrandDiagram.PLAN), 403);
    }

    @OnBothDatabases
    void aTokenOfADeletedUserIsWorthNothing(Baton baton) {
        String user = newUser(baton);
        String token = issue(baton, user).get("token").asText();
        baton.withToken(token).get("/engine-rest/task").expect(200);
        baton.admin().delete("/engine-rest/user/" + user, null).expect(204);
        Problem.of(baton.withToken(token).get("/api/tasks"), 401);
    }

    @OnBothDatabases
    void secretsAreNeverWrittenDown(Baton baton, CapturedOutput output) {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        log.start();
        root.addAppender(log);
        List<Logger> loud = List.of("dev.baton", "org.springframework", "org.camunda").stream()
                .map(name -> (Logger) LoggerFactory.getLogger(name))
                .toList();
        loud.forEach(logger -> logger.setLevel(Level.DEBUG));
        String token;
        String password = "s3cret-" + Baton.newId();
        try {
            String user = newUser(baton, password);
            baton.as(user, password).get("/api/tasks?limit=1").expect(200);
            baton.as(user, password + "x").get("/api/tasks").expect(401);
            token = issue(baton, user).get("token").asText();
            baton.withToken(token).get("/api/tasks?limit=1").expect(200);
            baton.withToken(token).get("/engine-rest/task").expect(200);
            baton.withToken(token).get("/api/tokens").expect(200);
            baton.withToken(token + "x").get("/api/tasks").expect(401);
        } finally {
            loud.forEach(logger -> logger.setLevel(null));
            root.detachAppender(log);
        }
        String written = output.getAll()
                + List.copyOf(log.list).stream()
                        .map(ILoggingEvent::getFormattedMessage)
                        .collect(Collectors.joining("\n"));
        assertThat(log.list).as("the log was listened to").isNotEmpty();
        assertThat(written).doesNotContain(token, password, Base64.getEncoder().encodeToString(password.getBytes()));
    }

    private static String newUser(Baton baton) {
        return newUser(baton, PASSWORD);
    }

    private static String newUser(Baton baton, String password) {
        String user = "u-" + Baton.newId();
        String body = "{\"profile\":{\"id\":\"%s\"},\"credentials\":{\"password\":\"%s\"}}".formatted(user, password);
        baton.admin().post("/engine-rest/user/create", body).expect(204);
        return user;
    }

    private static JsonNode issue(Baton baton, String user) {
        return Json.read(baton.admin()
                .post("/api/tokens", "{\"user\":\"%s\",\"name\":\"x\"}".formatted(user))
                .expect(201)
                .body());
    }
}
