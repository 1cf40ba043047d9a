package dev.baton.webhook;

import dev.baton.engine.identity.Account;
import dev.baton.engine.identity.Accounts;
import dev.baton.engine.tasklist.WaitingPeople.Person;
import dev.baton.event.Event;
import dev.baton.event.EventFilter;
import dev.baton.event.EventLog;
import dev.baton.json.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Queues a delivery for each event that a webhook wants, exactly once: the position is stored in the same transaction. The event
 * itself was written in the transaction of the change, so a killed server loses nothing.
 */
@Component
class DeliveryQueue {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryQueue.class);
    private static final int BATCH_SIZE = 500;

    private final WebhookRows rows;
    private final Deliveries deliveries;
    private final EventLog log;
    private final Accounts accounts;
    private final SlackMessage slack;
    private final Notices notices;
    private final NoticeText texts;
    private final TransactionTemplate transaction;

    DeliveryQueue(
            WebhookRows rows,
            Deliveries deliveries,
            EventLog log,
            Accounts accounts,
            SlackMessage slack,
            Notices notices,
            NoticeText texts,
            PlatformTransactionManager transactions) {
        this.rows = rows;
        this.deliveries = deliveries;
        this.log = log;
        this.accounts = accounts;
        this.slack = slack;
        this.notices = notices;
        this.texts = texts;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** Queues what has happened by now. */
    void fill() {
        long last = log.numberAll().last();
        while (rows.position() < last) {
            transaction.executeWithoutResult(status -> fillBatch(last));
        }
    }

    private void fillBatch(long last) {
        long position = rows.lockPosition();
        List<Event> events = log.list(EventFilter.ALL, position, last, BATCH_SIZE);
        List<Webhook> webhooks = rows.all();
        Map<String, Boolean> owners = new HashMap<>();
        for (Event event : events) {
            for (Webhook webhook : webhooks) {
                if (event.number() > webhook.afterNumber()
                        && webhook.filter().matches(event)
                        && owners.computeIfAbsent(webhook.createdBy(), this::mayOwn)) {
                    queue(webhook, event);
                }
            }
        }
        if (position < last) {
            rows.position(
                    events.size() < BATCH_SIZE
                            ? last
                            : events.get(BATCH_SIZE - 1).number());
        }
    }

    /** Whether somebody may have webhooks; those of somebody who no longer may get nothing. */
    boolean mayOwn(String user) {
        return accounts.find(user).map(Account::actor).filter(Webhooks::mayOwn).isPresent();
    }

    /** An event of which no text can be made is left out: it would hold up all webhooks for ever. */
    private void queue(Webhook webhook, Event event) {
        try {
            queueInFormat(webhook, event);
        } catch (DataAccessException e) {
            throw e; // the whole batch is tried again
        } catch (RuntimeException e) {
            LOG.error(
                    "Event {} is not sent to webhook {}: its text can't be made. The others are",
                    event.number(),
                    webhook.id(),
                    e);
        }
    }

    private void queueInFormat(Webhook webhook, Event event) {
        switch (webhook.format()) {
            case EVENT -> deliveries.queue(webhook, event, Json.text(event.json()));
            case SLACK -> deliveries.queue(webhook, event, slack.of(event));
            case MAIL -> notices.of(event).ifPresent(notice -> queueMails(webhook, event, notice));
        }
    }

    /** One mail for each person, whichever and how many subscriptions there are; who did it knows already. */
    private void queueMails(Webhook webhook, Event event, Notice notice) {
        Set<String> told = deliveries.recipients(notice);
        for (Person person : notices.recipients(notice)) {
            if (!told.contains(person.id()) && !person.id().equals(event.actor())) {
                String body = texts.mail(notice, person).body();
                deliveries.queue(webhook, event, notice, person.id(), body);
            }
        }
    }
}
