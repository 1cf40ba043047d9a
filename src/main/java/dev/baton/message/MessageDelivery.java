package dev.baton.message;

import dev.baton.core.BackgroundWork;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.database.DatabaseFailures;
import dev.baton.engine.failure.EngineErrors;
import dev.baton.move.TaskMoved;
import dev.baton.move.TransactionRunner;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * Delivers messages in the background, each in a transaction of its own that also deletes it: a crash loses none, and of several
 * servers only one delivers it.
 */
@Component
public class MessageDelivery implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(MessageDelivery.class);

    /** With one attempt every five seconds: a database that was away for a minute loses no message. */
    private static final int MAX_ATTEMPTS = 20;

    /** Two tasks could answer each other for ever. */
    public static final int MAX_HOPS = 50;

    public static final String TOO_MANY =
            "More than " + MAX_HOPS + " messages followed from one move: the tasks only answer each other";

    private final TaskMessages messages;
    private final TransactionRunner transactions;
    private final Map<String, MessageHandler> handlers;
    private final BackgroundWork work = new BackgroundWork("baton-messages", this::run);

    MessageDelivery(TaskMessages messages, TransactionRunner transactions, List<MessageHandler> handlers) {
        this.messages = messages;
        this.transactions = transactions;
        this.handlers = handlers.stream().collect(Collectors.toMap(MessageHandler::kind, Function.identity()));
    }

    /** Parents and children send messages when they move; other senders publish {@link MessageSent}. */
    @TransactionalEventListener
    void moved(TaskMoved moved) {
        if (moved.task().parentId() != null || moved.task().children() > 0) {
            runSoon();
        }
    }

    @TransactionalEventListener
    void sent(MessageSent sent) {
        runSoon();
    }

    /** Also runs every five seconds, for messages that a crashed server left in the table. */
    @Scheduled(fixedDelayString = "PT5S")
    void runSoon() {
        work.runSoon();
    }

    private void run() {
        try {
            deliverAll();
        } catch (RuntimeException e) {
            if (!DatabaseFailures.unavailable(e)) {
                LOG.warn("Could not deliver messages: {}; trying again within five seconds", e.getMessage());
            }
        }
    }

    private void deliverAll() {
        Optional<Long> next = messages.next(0);
        while (next.isPresent()) {
            long id = next.get();
            try {
                inTransaction(id, this::deliver);
            } catch (RuntimeException e) {
                Optional<Refusal> refusal = e instanceof Refusal own ? Optional.of(own) : EngineErrors.refusal(e);
                refusal.ifPresentOrElse(reason -> refused(id, reason), () -> failed(id, e));
            }
            next = messages.next(id);
        }
    }

    private void deliver(TaskMessage message) {
        if (message.hops() > MAX_HOPS) {
            throw new Refusal(Reason.CONFLICT, "message", TOO_MANY);
        }
        handlers.get(message.kind()).deliver(message);
    }

    private void refused(long id, Refusal refusal) {
        inTransaction(id, message -> {
            LOG.warn(
                    "The message '{}' from task {} to task {} was refused and is dropped: {}",
                    message.trigger() == null ? message.kind() : message.trigger(),
                    message.sender(),
                    message.taskId(),
                    refusal.getMessage());
            handlers.get(message.kind()).refused(message, refusal);
        });
    }

    /** What fails again and again is refused at last, so that it does not stay for ever. */
    private void failed(long id, RuntimeException failure) {
        if (DatabaseFailures.unavailable(failure)) {
            throw failure;
        }
        boolean last = transactions.inTransaction(() -> messages.countFailure(id)) >= MAX_ATTEMPTS;
        LOG.warn(
                "A message could not be delivered: {}; {}",
                failure.getMessage(),
                last ? "giving up" : "trying again within five seconds");
        if (last) {
            refused(id, new Refusal(Reason.CONFLICT, "message", "The server failed to deliver it"));
        }
    }

    /** Does nothing if the message is gone. */
    private void inTransaction(long id, Consumer<TaskMessage> action) {
        transactions.inTransaction(() -> messages.lock(id).map(message -> {
            action.accept(message);
            messages.delete(id);
            return message;
        }));
    }

    @Override
    public void destroy() {
        work.stop();
    }
}
