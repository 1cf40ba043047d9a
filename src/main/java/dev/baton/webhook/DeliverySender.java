package dev.baton.webhook;

import dev.baton.event.Event;
import dev.baton.event.EventFeed;
import dev.baton.event.EventSettings;
import dev.baton.event.Poller;
import java.io.IOException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
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
    private static final String THREAD = "baton-webhooks";
    private static final int AT_ONCE_FOR_A_RECEIVER = 4;
    private static final Duration STOP = Duration.ofSeconds(2);
    private static final long RENEW_NANOS = Deliveries.TAKEN.dividedBy(3).toNanos();

    private final WebhookRows rows;
    private final DeliveryQueue queue;
    private final Deliveries deliveries;
    private final SignedPost post;
    private final MailTransport mail;
    private final Notices notices;
    private final EventSettings eventSettings;
    private final Map<String, AtomicInteger> sending = new ConcurrentHashMap<>();
    private final Map<Long, Delivery> taken = new ConcurrentHashMap<>();
    private final Poller poller =
            new Poller(THREAD, Duration.ZERO, "read what webhooks are to get", this::renewAndPoll);
    private final ExecutorService threads = Executors.newCachedThreadPool(DeliverySender::thread);
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1, DeliverySender::thread);
    private volatile boolean subscribed;
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
        Thread thread = new Thread(action, THREAD);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public boolean isActive() {
        return subscribed;
    }

    @Override
    public void accept(List<Event> events, long last) {
        poller.wakeUp();
    }

    @Override
    public void start() {
        poller.start();
    }

    private void renewAndPoll() {
        renew();
        poll();
    }

    private void renew() {
        if (System.nanoTime() - renewed > RENEW_NANOS) {
            renewed = System.nanoTime();
            taken.values().forEach(deliveries::renew);
        }
    }

    /** Queues new events and sends what is due, up to the number of requests that a receiver gets at the same time. */
    void poll() {
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
            int free = AT_ONCE_FOR_A_RECEIVER - busy.get();
            if (webhook != null && free > 0 && queue.mayOwn(webhook.createdBy())) {
                for (Delivery delivery : deliveries.take(id, free)) {
                    busy.incrementAndGet();
                    taken.put(delivery.number(), delivery);
                    threads.execute(() -> sendAndRelease(webhook, delivery, busy));
                }
            }
        }
        sending.keySet().retainAll(webhooks.keySet());
    }

    private void sendAndRelease(Webhook webhook, Delivery delivery, AtomicInteger busy) {
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
            poller.wakeUp();
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

    /** Stops polling first, so that no delivery is taken and not sent. An interrupt would close the file of an H2 database. */
    @Override
    public void stop() {
        try {
            poller.stop(STOP);
            threads.shutdown();
            threads.awaitTermination(STOP.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        timer.shutdown();
    }

    @Override
    public boolean isRunning() {
        return poller.isRunning();
    }
}
