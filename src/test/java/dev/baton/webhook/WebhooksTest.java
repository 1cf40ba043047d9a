package dev.baton.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.core.Actor;
import dev.baton.engine.identity.Accounts;
import dev.baton.event.EventFilter;
import dev.baton.event.EventLog;
import dev.baton.testing.Baton;
import dev.baton.testing.CapturedLog;
import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Receiver;
import dev.baton.testing.Receiver.Received;
import dev.baton.testing.Reviews;
import dev.baton.testing.Workers;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Events that are sent to other systems. */
class WebhooksTest {

    @OnBothDatabases
    void theEventsOfATaskAreDeliveredInOrderAndSigned(Baton baton) {
        try (Receiver receiver = new Receiver()) {
            String task = Baton.newId();
            JsonNode webhook = subscribe(baton, receiver, task, "\"kinds\":[\"created\",\"transition\"],");
            work(baton, task);

            List<Received> received = receiver.until(4);
            assertThat(received)
                    .extracting(request ->
                            request.event() + " " + request.json().get("to").asText())
                    .containsExactly(
                            "created ready", "transition claimed", "transition in_progress", "transition completed");
            for (Received request : received) {
                assertThat(request.signature())
                        .isEqualTo(Signature.of(webhook.get("secret").asText(), request.timestamp(), request.body()));
            }
            assertThat(received).extracting(Received::delivery).doesNotHaveDuplicates();
            Crowd.waitUntil(
                    "the log says so",
                    20,
                    () -> statuses(baton, webhook).equals(List.of("delivered", "delivered", "delivered", "delivered")));
            JsonNode newest = deliveries(baton, webhook).get(0);
            assertThat(newest.get("statusCode").asInt()).isEqualTo(200);
            assertThat(newest.get("answeredAt").asText()).isNotEmpty();
            end(baton, webhook);
        }
    }

    @OnBothDatabases
    void aFailedDeliveryIsTriedAgainThenParkedAndCanBeRedelivered(Baton baton) {
        try (Receiver receiver = new Receiver().answering(request -> 500)) {
            String task = Baton.newId();
            String other = Baton.newId();
            JsonNode webhook = subscribe(baton, receiver, task + "\",\"" + other, "");
            create(baton, task);
            receiver.until(1);
            Workers.move(baton, "worker-1", task, "claim", "{}").expect(200);
            create(baton, other);
            List<Received> first = receiver.until(2);
            assertThat(first)
                    .as("the second event of a task waits for the first")
                    .extracting(Received::task)
                    .containsExactly(task, other);
            Crowd.waitUntil("it is noted", 20, () -> attempts(baton, webhook, 0) == 1);

            later(Duration.ofSeconds(11));
            Crowd.waitUntil("it is tried again", 20, () -> attempts(baton, webhook, 0) == 2);
            JsonNode parked = parkedAfterTwoDays(baton, webhook);
            assertThat(parked.get("attempts").asLong())
                    .as("every request counts")
                    .isEqualTo(receiver.received().stream()
                            .filter(request -> request.delivery()
                                    .equals(parked.get("number").asText()))
                            .count());
            assertThat(parked.get("statusCode").asInt()).isEqualTo(500);
            assertThat(parked.get("failure").asText()).contains("refused");
            String log = "/api/webhooks/" + webhook.get("id").asText() + "/deliveries?status=";
            assertThat(baton.admin().get(log + "parked").expect(200).json().get("deliveries"))
                    .contains(parked)
                    .allMatch(delivery -> delivery.get("status").asText().equals("parked"));
            baton.admin().get(log + "lost").expect(400);

            receiver.answering(request -> 204);
            baton.admin()
                    .post(
                            "/api/webhooks/" + webhook.get("id").asText() + "/deliveries/" + parked.get("number")
                                    + "/redeliver",
                            "{}")
                    .expect(202);
            Crowd.waitUntil("it is there", 20, () -> status(baton, webhook, 0).equals("delivered"));
            List<Received> all = receiver.received();
            assertThat(all.stream()
                            .filter(request ->
                                    request.delivery().equals(first.get(0).delivery())))
                    .as("first, again, and redelivered with the same number")
                    .hasSizeGreaterThanOrEqualTo(3);
            end(baton, webhook);
        }
    }

    /** Whoever runs the server learns it from the log. */
    private static JsonNode parkedAfterTwoDays(Baton baton, JsonNode webhook) {
        try (CapturedLog log = new CapturedLog()) {
            later(Duration.ofDays(2));
            Crowd.waitUntil("it is parked", 20, () -> status(baton, webhook, 0).equals("parked"));
            JsonNode parked = delivery(baton, webhook, 0);
            String line = "WARN DeliverySender Delivery " + parked.get("number").asText() + " of webhook "
                    + webhook.get("id").asText()
                    + " is parked, because it has failed for a day (the receiver refused it); it can be redelivered";
            Crowd.waitUntil("the log says so", 20, () -> log.lines().contains(line));
            return parked;
        }
    }

    /** A transaction holds a connection, and on H2 all other transactions wait for it. */
    @OnBothDatabases
    void aNameThatIsResolvedSlowlyHoldsNoTransaction(Baton baton) {
        List<Boolean> inTransaction = new ArrayList<>();
        WebhookSettings settings = new WebhookSettings(false, Duration.ofSeconds(1), "");
        Webhooks webhooks = new Webhooks(
                baton.bean(WebhookRows.class),
                baton.bean(EventLog.class),
                new ReceiverAddress(settings, host -> {
                    inTransaction.add(TransactionSynchronizationManager.isActualTransactionActive());
                    throw new UnknownHostException(host);
                }),
                baton.bean(MailTransport.class),
                Clock.systemUTC(),
                baton.bean(PlatformTransactionManager.class));
        Actor admin = baton.bean(Accounts.class).find("admin").orElseThrow().actor();
        EventFilter nothing = new EventFilter(Set.of(), Set.of(Baton.newId()), Set.of(), Set.of(), Set.of());
        Webhook created = webhooks.create(
                new Webhooks.NewWebhook("https://slow.example.org/hook", nothing, Webhook.Format.EVENT, null), admin);
        assertThat(inTransaction).containsExactly(false);
        assertThat(webhooks.delete(created.id(), admin)).isTrue();
    }

    @Test
    void addressesInOtherNotationsAreRefused() {
        for (String host : List.of("0177.0.0.1", "0x7f000001", "017700000001", "2130706433", "0", "[fe80::1%25lo]")) {
            var refused = Baton.on(Database.H2).admin().post("/api/webhooks", "{\"url\":\"http://" + host + "/hook\"}");
            assertThat(refused.status()).as(host).isEqualTo(422);
            assertThat(refused.body()).contains("read as different addresses");
        }
    }

    @OnBothDatabases
    void aReceiverWhoseNameCantBeResolvedIsNamed(Baton baton) {
        JsonNode webhook = baton.admin()
                .post(
                        "/api/webhooks",
                        "{\"url\":\"https://nowhere.invalid/hook\",\"tasks\":[\"" + Baton.newId() + "\"]}")
                .expect(201)
                .json();
        baton.admin()
                .post("/api/webhooks/" + webhook.get("id").asText() + "/test", "{}")
                .expect(202);
        Crowd.waitUntil("it is noted", 20, () -> attempts(baton, webhook, 0) == 1);
        JsonNode failed = delivery(baton, webhook, 0);
        assertThat(failed.get("failure").asText())
                .startsWith("the name of the receiver can't be resolved: nowhere.invalid");
        assertThat(failed.get("statusCode").isNull()).isTrue();
        assertThat(failed.get("status").asText()).isEqualTo("pending");
        end(baton, webhook);
    }

    @OnBothDatabases
    void aSlowReceiverHoldsUpNobodyElse(Baton baton) throws InterruptedException {
        CountDownLatch patience = new CountDownLatch(1);
        try (Receiver slow = new Receiver().answering(request -> waitFor(patience));
                Receiver quick = new Receiver()) {
            String task = Baton.newId();
            JsonNode first = subscribe(baton, slow, task, "");
            JsonNode second = subscribe(baton, quick, task, "");
            work(baton, task);
            slow.until(1);
            quick.until(4);
            assertThat(slow.received()).hasSize(1);
            patience.countDown();
            slow.until(4);
            end(baton, first);
            end(baton, second);
        }
    }

    @OnBothDatabases
    void whatAKilledServerHadTakenIsSentByAnother(Baton baton) {
        try (Receiver receiver = new Receiver()) {
            JsonNode webhook = subscribe(baton, receiver, Baton.newId(), "");
            String id = webhook.get("id").asText();
            Date now = ClockUtil.getCurrentTime();
            baton.sql()
                    .sql("""
                            INSERT INTO webhook_delivery (webhook_id, kind, body, status, attempts, created_at, first_attempt_at,
                              next_attempt_at) VALUES (?, 'comment', '{}', 'pending', 1, ?, ?, ?)""")
                    .params(id, time(now, 0), time(now, 0), time(now, (int) Deliveries.TAKEN.toSeconds()))
                    .update();
            Deliveries deliveries = baton.bean(Deliveries.class);
            Delivery taken = deliveries.list(id, null, Long.MAX_VALUE, 1).get(0);
            assertThat(deliveries.take(id, 10)).isEmpty();

            later(Deliveries.TAKEN.plusSeconds(1));
            receiver.until(1);
            Crowd.waitUntil("it is there", 20, () -> status(baton, webhook, 0).equals("delivered"));
            deliveries.failed(taken, 500, 1, "the killed one comes back");
            assertThat(status(baton, webhook, 0)).isEqualTo("delivered");
            end(baton, webhook);
        }
    }

    @OnBothDatabases
    void aTestSaysWhetherTheReceiverAnswersAndRedirectsAreNotFollowed(Baton baton) {
        try (Receiver receiver = new Receiver().answering(request -> 302)) {
            JsonNode webhook = subscribe(baton, receiver, Baton.newId(), "");
            baton.admin()
                    .post("/api/webhooks/" + webhook.get("id").asText() + "/test", "{}")
                    .expect(202);
            assertThat(receiver.until(1).get(0).event()).isEqualTo("test");
            Crowd.waitUntil(
                    "it is noted",
                    20,
                    () -> delivery(baton, webhook, 0).path("failure").asText().contains("redirect"));
            assertThat(delivery(baton, webhook, 0).get("statusCode").asInt()).isEqualTo(302);
            assertThat(receiver.received()).hasSize(1);
            end(baton, webhook);
        }
    }

    @OnBothDatabases
    void aChatGetsAMessageThatCanMentionNobody(Baton baton) {
        try (Receiver receiver = new Receiver()) {
            String task = Baton.newId();
            JsonNode webhook = subscribe(baton, receiver, task, "\"format\":\"slack\",\"kinds\":[\"created\"],");
            baton.admin()
                    .post(
                            "/api/tasks",
                            "{\"lifecycle\":\"work-queue\",\"id\":\"%s\",\"title\":\"<!everyone> & you\"}"
                                    .formatted(task))
                    .expect(201);
            assertThat(receiver.until(1).get(0).json().get("text").asText())
                    .isEqualTo("*&lt;!everyone&gt; &amp; you* (" + task + "): created in ready by admin");
            end(baton, webhook);
        }
    }

    @OnBothDatabases
    void aChatIsToldForWhomATaskWaitsAndThatItIsOverdue(Baton baton) {
        try (Receiver receiver = new Receiver()) {
            String id = Reviews.pendingForAnHour(baton);
            JsonNode webhook = subscribe(baton, receiver, id, "\"format\":\"slack\",");
            Reviews.startReview(baton, id, "reviewer-1", "reviewer-2").expect(200);
            String link = ": <https://baton.example.org/tasks/" + id + "|decide>";
            assertThat(receiver.until(1).get(0).json().get("text").asText())
                    .isEqualTo("*%s* (%s) waits for reviewer-1, reviewer-2 in under_review".formatted(id, id) + link);
            Reviews.submit(baton, id, "reviewer-1").expect(200);
            assertThat(receiver.until(2).get(1).json().get("text").asText()).endsWith("by reviewer-1");
            later(Duration.ofHours(2));
            baton.fireTimers(id);
            Crowd.waitUntil(
                    "the chat knows",
                    20,
                    () -> receiver.received().stream()
                            .anyMatch(message -> message.json()
                                    .get("text")
                                    .asText()
                                    .endsWith("is overdue in under_review with reviewer" + link)));
            end(baton, webhook);
        }
    }

    @OnBothDatabases
    void adminsSeeAllWebhooksLeadsTheirOwnAndOthersNone(Baton baton) {
        String body = "{\"url\":\"https://203.0.113.7/x\",\"description\":\"mine\"}";
        baton.as("intern").post("/api/webhooks", body).expect(403);
        baton.as("human").get("/api/webhooks").expect(403);
        JsonNode ofAdmin = baton.admin().post("/api/webhooks", body).expect(201).json();
        JsonNode ofLead =
                baton.as("lead").post("/api/webhooks", body).expect(201).json();
        assertThat(ofLead.get("secret").asText()).hasSizeGreaterThan(40);
        String path = "/api/webhooks/";
        String leads = path + ofLead.get("id").asText();
        String admins = path + ofAdmin.get("id").asText();
        assertThat(baton.as("lead").get(leads).expect(200).json().get("secret").isNull())
                .isTrue();
        assertThat(baton.as("lead").get(path.substring(0, 13)).expect(200).body())
                .contains(ofLead.get("id").asText())
                .doesNotContain(ofAdmin.get("id").asText())
                .doesNotContain(ofLead.get("secret").asText());
        baton.as("lead").get(admins).expect(404);
        baton.as("lead").get(admins + "/deliveries").expect(404);
        baton.as("lead").post(admins + "/test", "{}").expect(404);
        baton.as("lead").delete(admins, null).expect(404);
        baton.admin().get(leads).expect(200);
        baton.as("lead").delete(leads, null).expect(204);
        baton.admin().delete(admins, null).expect(204);
        baton.admin().delete(admins, null).expect(404);
    }

    @OnBothDatabases
    void aWebhookGetsNothingWhileItsOwnerMayHaveNone(Baton baton) {
        try (Receiver receiver = new Receiver().answering(request -> 500)) {
            String task = Baton.newId();
            JsonNode webhook = baton.as("lead")
                    .post("/api/webhooks", "{\"url\":\"%s\",\"tasks\":[\"%s\"]}".formatted(receiver.url(), task))
                    .expect(201)
                    .json();
            create(baton, task);
            receiver.until(1);
            Crowd.waitUntil("it is noted", 20, () -> attempts(baton, webhook, 0) == 1);
            String member = "/engine-rest/group/lead/members/lead";
            baton.admin().delete(member, null).expect(204);
            try {
                later(Duration.ofMinutes(1));
                baton.bean(DeliverySender.class).poll();
                assertThat(attempts(baton, webhook, 0)).isEqualTo(1);
            } finally {
                baton.admin().put(member, "", "application/json").expect(204);
            }
            receiver.until(2);
            end(baton, webhook);
        }
    }

    @OnBothDatabases
    void whatCantBeAWebhookIsRefused(Baton baton) {
        for (String url : List.of(
                "ftp://example.org", "https://user:pw@example.org/", "https://example.org:99999/", "no url", "/x")) {
            baton.admin().post("/api/webhooks", "{\"url\":\"" + url + "\"}").expect(422);
        }
        String field = baton.admin()
                .post("/api/webhooks", "{\"url\":\"https://example.org\",\"kinds\":[\"gossip\"]}")
                .expect(400)
                .json()
                .at("/errors/0/field")
                .asText();
        assertThat(field).isEqualTo("kinds");
        baton.admin()
                .post("/api/webhooks", "{\"url\":\"https://example.org\",\"format\":\"fax\"}")
                .expect(400);
        baton.admin().post("/api/webhooks", "{}").expect(400);
    }

    private static int waitFor(CountDownLatch patience) {
        try {
            patience.await(9, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 200;
    }

    private static JsonNode subscribe(Baton baton, Receiver receiver, String tasks, String more) {
        return baton.admin()
                .post("/api/webhooks", "{%s\"url\":\"%s\",\"tasks\":[\"%s\"]}".formatted(more, receiver.url(), tasks))
                .expect(201)
                .json();
    }

    private static void end(Baton baton, JsonNode webhook) {
        baton.admin()
                .delete("/api/webhooks/" + webhook.get("id").asText(), null)
                .expect(204);
    }

    private static void create(Baton baton, String id) {
        baton.admin()
                .post("/api/tasks", "{\"lifecycle\":\"work-queue\",\"id\":\"" + id + "\"}")
                .expect(201);
    }

    private static void work(Baton baton, String id) {
        create(baton, id);
        List.of("claim", "start", "succeed")
                .forEach(trigger ->
                        Workers.move(baton, "worker-1", id, trigger, "{}").expect(200));
    }

    private static void later(Duration time) {
        ClockUtil.setCurrentTime(
                Date.from(ClockUtil.getCurrentTime().toInstant().plus(time)));
    }

    private static java.time.OffsetDateTime time(Date now, int seconds) {
        return now.toInstant().plusSeconds(seconds).atOffset(java.time.ZoneOffset.UTC);
    }

    /** Newest first. */
    private static List<JsonNode> deliveries(Baton baton, JsonNode webhook) {
        return Json.list(baton.admin()
                .get("/api/webhooks/" + webhook.get("id").asText() + "/deliveries")
                .expect(200)
                .json()
                .get("deliveries"));
    }

    private static List<String> statuses(Baton baton, JsonNode webhook) {
        return deliveries(baton, webhook).stream()
                .map(delivery -> delivery.get("status").asText())
                .toList();
    }

    /** @param index 0 for the oldest */
    private static JsonNode delivery(Baton baton, JsonNode webhook, int index) {
        List<JsonNode> all = deliveries(baton, webhook);
        return all.get(all.size() - 1 - index);
    }

    private static String status(Baton baton, JsonNode webhook, int index) {
        return delivery(baton, webhook, index).get("status").asText();
    }

    private static int attempts(Baton baton, JsonNode webhook, int index) {
        JsonNode delivery = delivery(baton, webhook, index);
        return delivery.get("answeredAt").isNull()
                ? 0
                : delivery.get("attempts").asInt();
    }
}
