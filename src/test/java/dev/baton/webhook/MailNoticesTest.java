package dev.baton.webhook;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.properties;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Crowd;
import dev.baton.testing.Drawing;
import dev.baton.testing.Governed;
import dev.baton.testing.Json;
import dev.baton.testing.MailServer;
import dev.baton.testing.MailServer.Mail;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Reviews;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/** People get a mail when a task waits for them, and when it is overdue. */
class MailNoticesTest {

    private static final MailServer MAILS = MailServer.shared();

    @OnBothDatabases
    void eachReviewerIsToldOnceAndAllOfTheGroupWhenTheReviewIsOverdue(Baton baton) {
        String first = address(baton, "reviewer-1");
        String second = address(baton, "reviewer-2");
        String other = address(baton, "security-1");
        String id = Reviews.pendingForAnHour(baton);
        JsonNode mail = subscribe(baton, id, "\"states\":[\"under_review\"],");
        JsonNode again = subscribe(baton, id, "");
        Reviews.startReview(baton, id, "reviewer-1", "reviewer-2").expect(200);

        Mail received = MAILS.until(first, 1).get(0);
        assertThat(received.header("Subject")).isEqualTo("Waits for you: " + id);
        assertThat(received.header("From")).isEqualTo("baton@example.org");
        assertThat(received.header("Auto-Submitted")).isEqualTo("auto-generated");
        assertThat(received.text())
                .contains("waits for you in under_review")
                .contains("Decide here: https://baton.example.org/tasks/" + id)
                .contains("it is with you");
        MAILS.until(second, 1);

        Reviews.submit(baton, id, "reviewer-1").expect(200);
        Reviews.reassign(baton, "lead", id, "reviewer-2", "security-1").expect(200);
        MAILS.until(other, 1);
        later(Duration.ofHours(2));
        baton.fireTimers(id);
        assertThat(MAILS.until(other, 2).get(1).header("Subject")).isEqualTo("Overdue: " + id);
        assertThat(MAILS.until(second, 2).get(1).text())
                .contains("is overdue")
                .contains("offered to the group reviewer")
                .contains("/tasks/" + id);
        assertThat(MAILS.to(second))
                .as("not again when a colleague is done, and not from the second subscription")
                .hasSize(2);
        end(baton, mail, again);
    }

    @OnBothDatabases
    void anApprovalThatRanOutIsOverdueAndWhoAskedIsNotToldOfTheirOwnDoing(Baton baton) {
        String human = address(baton, "human");
        String blocked = Governed.in(baton, "REVIEW");
        String id = Governed.with(baton, "{\"approvalExpiry\":\"PT1H\"}", "REVIEW");
        JsonNode mail = subscribe(baton, blocked + "\",\"" + id, "");
        Governed.move(baton, "human", blocked, "block", Governed.REASON);
        Governed.move(baton, "worker-1", id, "request-approval", Governed.ASK);
        assertThat(MAILS.until(human, 1).get(0).text()).contains("waits for you in NEEDS_APPROVAL");
        later(Duration.ofHours(2));
        baton.fireTimers(id);
        assertThat(MAILS.until(human, 2).get(1).header("Subject")).isEqualTo("Overdue: " + id);
        end(baton, mail);
    }

    @OnBothDatabases
    void aDueDateThatPassesMakesATaskOverdueAlsoWithoutATimer(Baton baton) {
        String human = address(baton, "human");
        String id = baton.create(Drawing.good()
                .draw(
                        "checking",
                        element(
                                "userTask",
                                "id=\"checking\" camunda:assignee=\"human\" camunda:dueDate=\"PT1H\"",
                                properties("state", "checking")))
                .draw("open__finish", arrow("open__finish", "finish", "open_out", "checking"))
                .draw("checking_out", node("exclusiveGateway", "checking_out"))
                .draw("checking__out", arrow("checking__out", "checking", "checking_out"))
                .draw("checking__approve", arrow("checking__approve", "approve", "checking_out", "done"))
                .draw("checking__back", arrow("checking__back", "back", "checking_out", "open")));
        JsonNode mail = subscribe(baton, id, "");
        baton.as("worker-1").move(id, "finish", "{}").expect(200);
        MAILS.until(human, 1);
        baton.fireTimers(id);
        assertThat(flags(baton, id)).isEmpty();
        later(Duration.ofHours(2));
        baton.fireTimers(id);
        assertThat(flags(baton, id)).containsExactly("overdue");
        assertThat(MAILS.until(human, 2).get(1).header("Subject")).isEqualTo("Overdue: " + id);

        baton.as("human").move(id, "back", "{}").expect(200);
        assertThat(flags(baton, id)).isEmpty();
        baton.as("worker-1").move(id, "finish", "{}").expect(200);
        baton.fireTimers(id);
        assertThat(flags(baton, id)).as("it has another hour").isEmpty();
        end(baton, mail);
    }

    /** A part of a state with several is done in time, and the next one has its own due date. */
    @OnBothDatabases
    void theDueDateOfThePartThatIsOpenCounts(Baton baton) {
        String each = "<bpmn:multiInstanceLoopCharacteristics isSequential=\"true\">"
                + "<bpmn:loopCardinality>2</bpmn:loopCardinality></bpmn:multiInstanceLoopCharacteristics>";
        String id = baton.create(Drawing.good()
                .draw(
                        "checking",
                        element(
                                "userTask",
                                "id=\"checking\" camunda:candidateGroups=\"lead,human\" camunda:dueDate=\"PT1H\"",
                                properties("state", "checking"),
                                each))
                .draw("open__finish", arrow("open__finish", "finish", "open_out", "checking"))
                .draw("checking__approve", arrow("checking__approve", "approve", "checking", "done")));
        baton.as("worker-1").move(id, "finish", "{}").expect(200);
        later(Duration.ofMinutes(50));
        baton.as("human").move(id, "approve", "{}").expect(200);
        later(Duration.ofMinutes(20));
        baton.fireTimers(id);
        assertThat(flags(baton, id)).as("the second part has 40 minutes left").isEmpty();
        later(Duration.ofMinutes(50));
        baton.fireTimers(id);
        assertThat(flags(baton, id)).containsExactly("overdue");
    }

    private static List<String> flags(Baton baton, String id) {
        return Json.list(baton.task(id).get("flags")).stream()
                .map(JsonNode::asText)
                .toList();
    }

    @OnBothDatabases
    void aTitleIsNoHeader(Baton baton) {
        String human = address(baton, "human");
        String id = Baton.newId();
        JsonNode mail = subscribe(baton, id, "");
        baton.admin().post("/api/tasks", """
                        {"lifecycle":"governed","id":"%s","title":"Pay\\r\\nBcc: all@example.org\\r\\n\\r\\n.\\r\\nMAIL \\u202eü"}""".formatted(id)).expect(201);
        Mail received = MAILS.until(human, 1).get(0);
        assertThat(received.header("Bcc")).isNull();
        assertThat(received.header("Subject")).startsWith("=?UTF-8?");
        assertThat(NoticeText.oneLine("Pay\r\nBcc: a@b\u2028\u202e.")).isEqualTo("Pay Bcc: a@b .");
        assertThat(MAILS.to("all@example.org")).isEmpty();
        end(baton, mail);
    }

    @OnBothDatabases
    void aRefusedMailHoldsUpNobodyAndIsSentAgainUnlessItIsPointlessByThen(Baton baton) {
        String human = address(baton, "human");
        String lead = address(baton, "lead");
        MAILS.refuse(human, "451 try later");
        String id = Governed.in(baton, "IN_PROGRESS");
        JsonNode mail = subscribe(baton, id, "");
        Governed.move(baton, "worker-1", id, "submit", Governed.WORK);
        MAILS.until(lead, 1);
        Crowd.waitUntil(
                "it is noted",
                20,
                () -> delivery(baton, mail, "human").path("failure").asText().contains("451"));
        assertThat(delivery(baton, mail, "human").get("status").asText()).isEqualTo("pending");
        MAILS.refuse(human, null);
        later(Duration.ofSeconds(11));
        MAILS.until(human, 1);
        Crowd.waitUntil(
                "it is there",
                20,
                () -> delivery(baton, mail, "human").get("status").asText().equals("delivered"));
        assertThat(delivery(baton, mail, "human").get("statusCode").asInt()).isEqualTo(250);

        MAILS.refuse(human, "451 try later");
        Governed.move(baton, "lead", id, "request-changes", Governed.FEEDBACK);
        Governed.move(baton, "worker-1", id, "submit", Governed.WORK);
        Crowd.waitUntil(
                "it is noted",
                20,
                () -> delivery(baton, mail, "human").path("failure").asText().contains("451"));
        Governed.move(baton, "admin", id, "approve", Governed.NOTE);
        MAILS.refuse(human, null);
        later(Duration.ofSeconds(11));
        Crowd.waitUntil(
                "it is skipped",
                20,
                () -> delivery(baton, mail, "human").get("status").asText().equals("skipped"));
        assertThat(MAILS.to(human)).hasSize(1);
        end(baton, mail);
    }

    @OnBothDatabases
    void whileTheMailServerIsDownTasksGoOnAndTheMailComesLater(Baton baton) throws IOException {
        String human = address(baton, "human");
        String id = Governed.in(baton, "IN_PROGRESS");
        JsonNode mail = subscribe(baton, id, "");
        JavaMailSenderImpl sender = baton.bean(JavaMailSenderImpl.class);
        String reachable = sender.getHost();
        int down = freePort();
        sender.setPort(down);
        try {
            Governed.move(baton, "worker-1", id, "submit", Governed.WORK);
            waitForFailure(baton, mail, "the mail server 127.0.0.1:" + down + " can't be reached: Connection refused");
            sender.setHost("smtp.invalid");
            later(Duration.ofSeconds(11));
            waitForFailure(baton, mail, "the name of the mail server can't be resolved: smtp.invalid");
        } finally {
            sender.setHost(reachable);
            sender.setPort(MAILS.port());
        }
        JsonNode failed = delivery(baton, mail, "human");
        assertThat(failed.get("status").asText()).isEqualTo("pending");
        assertThat(baton.state(id)).isEqualTo("REVIEW");
        later(Duration.ofMinutes(1));
        assertThat(MAILS.until(human, 1).get(0).header("Message-ID"))
                .startsWith("<" + failed.get("number").asText());
        end(baton, mail);
    }

    private static void waitForFailure(Baton baton, JsonNode mail, String reason) {
        Crowd.waitUntil(
                "'" + reason + "' is noted",
                20,
                () -> delivery(baton, mail, "human").path("failure").asText().startsWith(reason));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @OnBothDatabases
    void aTestGoesToWhoAsksForIt(Baton baton) {
        JsonNode mail = subscribe(baton, Baton.newId(), "");
        assertThat(mail.get("url").isNull()).isTrue();
        assertThat(mail.get("secret").isNull()).isTrue();
        String test = "/api/webhooks/" + mail.get("id").asText() + "/test";
        profile(baton, "admin", "");
        assertThat(baton.admin().post(test, "{}").expect(422).body()).contains("e-mail address");
        String admin = address(baton, "admin");
        baton.admin().post(test, "{}").expect(202);
        assertThat(MAILS.until(admin, 1).get(0).header("Subject")).isEqualTo("A test of Baton's mail");
        profile(baton, "admin", "");
        baton.admin()
                .post("/api/webhooks", "{\"format\":\"mail\",\"url\":\"https://example.org\"}")
                .expect(422);
        end(baton, mail);
    }

    /** A new address, so that mails of other tests are told apart. */
    private static String address(Baton baton, String user) {
        String address = user + "." + UUID.randomUUID() + "@example.org";
        profile(baton, user, address);
        return address;
    }

    /** People do this themselves, on Camunda's page Welcome. */
    private static void profile(Baton baton, String user, String address) {
        baton.as(user)
                .put(
                        "/engine-rest/user/" + user + "/profile",
                        "{\"id\":\"%s\",\"firstName\":\"%s\",\"lastName\":\"\",\"email\":\"%s\"}"
                                .formatted(user, user, address),
                        "application/json")
                .expect(204);
    }

    private static JsonNode subscribe(Baton baton, String task, String more) {
        return baton.admin()
                .post("/api/webhooks", "{%s\"format\":\"mail\",\"tasks\":[\"%s\"]}".formatted(more, task))
                .expect(201)
                .json();
    }

    private static void end(Baton baton, JsonNode... subscriptions) {
        for (JsonNode subscription : subscriptions) {
            baton.admin()
                    .delete("/api/webhooks/" + subscription.get("id").asText(), null)
                    .expect(204);
        }
        List.of("reviewer-1", "reviewer-2", "security-1", "human", "lead").forEach(user -> profile(baton, user, ""));
    }

    private static void later(Duration time) {
        ClockUtil.setCurrentTime(
                Date.from(ClockUtil.getCurrentTime().toInstant().plus(time)));
    }

    /** The newest to a user. */
    private static JsonNode delivery(Baton baton, JsonNode subscription, String user) {
        return Json.list(baton.admin()
                        .get("/api/webhooks/" + subscription.get("id").asText() + "/deliveries")
                        .expect(200)
                        .json()
                        .get("deliveries"))
                .stream()
                .filter(delivery -> user.equals(delivery.get("recipient").asText()))
                .findFirst()
                .orElse(com.fasterxml.jackson.databind.node.MissingNode.getInstance());
    }
}
