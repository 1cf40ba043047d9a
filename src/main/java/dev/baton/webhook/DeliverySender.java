package dev.baton.webhook;

import dev.baton.database.DatabaseFailures;
import dev.baton.event.Event;
import dev.baton.event.EventFeed;
import dev.baton.event.EventSettings;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Sends deliveries that are due. Each receiver has a few requests at a time, so that a slow one does not hold up the others. The
 * servers on one database share the work.
 */
@Component
class DeliverySender implements EventFeed.Consumer, SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(DeliverySender.class);
    private static final int AT_ONCE_FOR_A_RECEIVER = 4;
    private static final int LOOK_MILLIS = 1000;
    private static final int STOP_SECONDS = 2;
    private static final long RENEW_NANOS = Deliveries.TAKEN.dividedBy(3).toNanos();

    private final WebhookRows rows;
    private final DeliveryQueue queue;
    private final Deliveries deliveries;
    private final SignedPost post;
    private final MailTransport mail;
    private final Notices notices;
    private final EventSettings eventSettings;
    private final Semaphore wakeUps = new Semaphore(0);
    private final Map<String, AtomicInteger> sending = new ConcurrentHashMap<>();
    private final Map<Long, Delivery> taken = new ConcurrentHashMap<>();
    private final Thread looking = thread(this::repeat);
    private final ExecutorService threads = Executors.newCachedThreadPool(DeliverySender::thread);
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1, DeliverySender::thread);
    private volatile boolean running;
    private volatile boolean subscribed;
    private boolean failing;
    private long renewed = System.nanoTime();

    DeliverySender(
            WebhookRows rows,
            DeliveryQueue queue,
            Deliveries deliveries,
            SignedPost post,
            MailTransport mail,
            Notices notices,
            EventSettings eventSettings,
            EventFeed feed) {
        this.rows = rows;
        this.queue = queue;
        this.deliveries = deliveries;
        this.post = post;
        this.mail = mail;
        this.notices = notices;
        this.eventSettings = eventSettings;
        feed.add(this);
    }

    private static Thread thread(Runnable action) {
        Thread thread = new Thread(action, "baton-webhooks");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public boolean isActive() {
        return subscribed;
    }

    @Override
    public void accept(List<Event> events, long last) {
        wakeUps.release();
    }

    @Override
    public void start() {
        running = true;
        looking.start();
    }

    private void repeat() {
        while (running) {
            try {
                wakeUps.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                wakeUps.drainPermits();
                if (running) {
                    renew();
                    look();
                }
                failing = false;
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                if (running && !failing && !DatabaseFailures.unavailable(e)) {
                    LOG.warn("Could not read what webhooks are to get: {}; trying again every second", e.getMessage());
                }
                failing = true;
            }
        }
    }

    private void renew() {
        if (System.nanoTime() - renewed > RENEW_NANOS) {
            renewed = System.nanoTime();
            taken.values().forEach(deliveries::renew);
        }
    }

    /** Queues new events and sends what is due, as far as the receivers have room. */
    void look() {
        Map<String, Webhook> webhooks = new LinkedHashMap<>();
        rows.all().forEach(webhook -> webhooks.put(webhook.id(), webhook));
        subscribed = !webhooks.isEmpty();
        if (!subscribed) {
            return;
        }
        queue.fill();
        for (String id : deliveries.dueWebhooks()) {
            Webhook webhook = webhooks.get(id);
            AtomicInteger busy = sending.computeIfAbsent(id, i -> new AtomicInteger());
            int room = AT_ONCE_FOR_A_RECEIVER - busy.get();
            if (webhook != null && room > 0 && queue.mayOwn(webhook.createdBy())) {
                for (Delivery delivery : deliveries.take(id, room)) {
                    busy.incrementAndGet();
                    taken.put(delivery.number(), delivery);
                    threads.execute(() -> sendAndGoOn(webhook, delivery, busy));
                }
            }
        }
        sending.keySet().retainAll(webhooks.keySet());
    }

    private void sendAndGoOn(Webhook webhook, Delivery delivery, AtomicInteger busy) {
        try {
            send(webhook, delivery);
        } catch (RuntimeException e) {
            LOG.warn(
                    "Delivery {} of webhook {} was sent, but its outcome could not be stored ({}); it is sent again",
                    delivery.number(),
                    webhook.id(),
                    e.getMessage());
        } finally {
            busy.decrementAndGet();
            taken.remove(delivery.number(), delivery);
            wakeUps.release();
        }
    }

    void send(Webhook webhook, Delivery delivery) {
        long start = System.nanoTime();
        Integer status = null;
        String failure;
        try {
            status = webhook.format() == Webhook.Format.MAIL
                    ? mail(webhook, delivery)
                    : post.send(webhook, delivery, timer);
            failure = status / 100 == 2
                    ? null
                    : status / 100 == 3 ? "the answer is a redirect, which is not followed" : "the receiver refused it";
        } catch (MailTransport.Outdated e) {
            deliveries.skipped(delivery, e.getMessage());
            return;
        } catch (UnknownHostException e) {
            failure = "the name of the receiver can't be resolved: " + e.getMessage();
        } catch (IOException e) {
            failure = String.valueOf(e.getMessage());
        } catch (RuntimeException e) {
            failure = "the request could not be sent: " + e.getMessage();
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        if (failure == null) {
            deliveries.delivered(delivery, status, millis);
        } else if (deliveries.failed(delivery, status, millis, failure)) {
            LOG.warn(
                    "Delivery {} of webhook {} is parked, because it has failed for a day ({}); it can be redelivered",
                    delivery.number(),
                    webhook.id(),
                    failure);
        }
    }

    /** A notice may have waited for a day: by then somebody else may have decided. */
    private int mail(Webhook webhook, Delivery delivery) throws IOException {
        if (delivery.notice() != null
                && !notices.isCurrent(
                        delivery.task(), delivery.notice(), delivery.noticeSince(), delivery.recipient())) {
            throw new MailTransport.Outdated("the task does not wait for " + delivery.recipient() + " any more");
        }
        return mail.send(webhook, delivery);
    }

    @Scheduled(fixedDelayString = "PT1H")
    void deleteOld() {
        deliveries.deleteOld(eventSettings.keep());
    }

    /** First the look ends, so that nothing is taken that would not be sent. An interrupt would close the file of an H2 database. */
    @Override
    public void stop() {
        running = false;
        wakeUps.release();
        try {
            looking.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
            threads.shutdown();
            threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        timer.shutdown();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
