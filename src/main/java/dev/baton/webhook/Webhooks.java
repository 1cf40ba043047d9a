package dev.baton.webhook;

import dev.baton.core.Actor;
import dev.baton.core.Groups;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.identity.UserCreatedOrDeleted;
import dev.baton.event.EventFilter;
import dev.baton.event.EventLog;
import dev.baton.security.Secrets;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Creates, lists and deletes webhooks: admins all of them, leads their own. */
@Service
public class Webhooks {

    /**
     * The properties of a webhook to create.
     *
     * @param url null for mail
     */
    public record NewWebhook(String url, EventFilter filter, Webhook.Format format, String description) {}

    private static final Logger LOG = LoggerFactory.getLogger(Webhooks.class);
    private static final int MAX_WEBHOOKS = 100;
    private static final int MAX_PORT = 65_535;
    private static final int SECRET_BYTES = 32;

    /** An address in another notation than four decimal numbers: some read it as octal or hexadecimal numbers, or as one. */
    private static final Pattern AMBIGUOUS = Pattern.compile(
            "(?i)\\[.*%.*]|(?!(?:(?:0|[1-9]\\d{0,2})\\.){3}(?:0|[1-9]\\d{0,2})$)(?:.*\\.)?(?:\\d+|0x[0-9a-f]*)\\.?");

    private final WebhookRows rows;
    private final EventLog log;
    private final ReceiverAddress addresses;
    private final MailTransport mail;
    private final Clock clock;
    private final TransactionTemplate transaction;

    Webhooks(
            WebhookRows rows,
            EventLog log,
            ReceiverAddress addresses,
            MailTransport mail,
            Clock clock,
            PlatformTransactionManager transactions) {
        this.rows = rows;
        this.log = log;
        this.addresses = addresses;
        this.mail = mail;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** It gets the events from now on. The name of the receiver is resolved outside of the transaction, since that can take long. */
    public Webhook create(NewWebhook request, Actor actor) {
        demandOwner(actor);
        if (request.format() == Webhook.Format.MAIL) {
            checkMail(request.url());
        } else {
            checkUrl(request.url());
        }
        return transaction.execute(status -> insert(request, actor));
    }

    private Webhook insert(NewWebhook request, Actor actor) {
        boolean mails = request.format() == Webhook.Format.MAIL;
        rows.lockPosition();
        List<Webhook> all = rows.all();
        if (all.size() >= MAX_WEBHOOKS) {
            throw new Refusal(
                    Reason.CONFLICT, "url", "There are " + MAX_WEBHOOKS + " webhooks already: delete one first");
        }
        long last = log.numberAll().last();
        if (all.isEmpty()) {
            rows.position(last); // there was no webhook for the events before
        }
        Webhook webhook = new Webhook(
                UUID.randomUUID().toString(),
                request.url(),
                mails ? "" : "whsec_" + Secrets.random(SECRET_BYTES),
                request.filter(),
                request.format(),
                request.description(),
                actor.id(),
                clock.instant(),
                last);
        rows.insert(webhook);
        LOG.info(
                "{} created the webhook {} to {}; it gets events from now on",
                actor.id(),
                webhook.id(),
                mails
                        ? "the people for whom tasks wait"
                        : URI.create(webhook.url()).getHost());
        return webhook;
    }

    public List<Webhook> list(Actor actor) {
        demandOwner(actor);
        return rows.all().stream().filter(webhook -> isFor(webhook, actor)).toList();
    }

    public Optional<Webhook> find(String id, Actor actor) {
        demandOwner(actor);
        return rows.find(id).filter(webhook -> isFor(webhook, actor));
    }

    /** @return whether there was such a webhook that the actor may delete */
    @Transactional
    public boolean delete(String id, Actor actor) {
        rows.lockPosition(); // nothing is queued for it meanwhile
        boolean deleted = find(id, actor).isPresent() && rows.delete(id);
        if (deleted) {
            LOG.info("{} deleted the webhook {}; nothing more is sent to it", actor.id(), id);
        }
        return deleted;
    }

    /** Whether somebody may have webhooks; those of somebody who no longer may get nothing. */
    static boolean mayOwn(Actor actor) {
        return actor.in(Groups.ADMIN) || actor.in(Groups.LEAD);
    }

    private static boolean isFor(Webhook webhook, Actor actor) {
        return actor.in(Groups.ADMIN) || webhook.createdBy().equals(actor.id());
    }

    private static void demandOwner(Actor actor) {
        if (!mayOwn(actor)) {
            throw new Refusal(Reason.FORBIDDEN, "role", "Webhooks are for admins and, their own, for leads");
        }
    }

    private void checkMail(String url) {
        if (url != null) {
            throw invalid("mail goes to the people for whom a task waits, so there is no URL");
        }
        if (!mail.isAvailable()) {
            throw new Refusal(
                    Reason.INVALID, "format", "format: this server sends no mail; spring.mail.host turns it on");
        }
    }

    /** A name that can't be resolved now is accepted; it is resolved and checked again for each delivery. */
    private void checkUrl(String text) {
        try {
            URI url = new URI(text);
            boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
            if (!http || url.getHost() == null || url.getRawUserInfo() != null || url.getRawFragment() != null) {
                throw invalid("it has to be an address such as https://example.org/hook, without user or fragment");
            }
            if (url.getPort() == 0 || url.getPort() > MAX_PORT) {
                throw invalid("there is no port " + url.getPort());
            }
            if (AMBIGUOUS.matcher(url.getHost()).matches()) {
                throw invalid("'" + url.getHost() + "' is read as different addresses by different programs: write four"
                        + " decimal numbers without leading zeros, or an IPv6 address without a zone");
            }
            addresses.resolve(url.getHost());
        } catch (URISyntaxException e) {
            throw invalid("it is no valid address: " + e.getReason());
        } catch (RefusedAddress e) {
            throw invalid(e.getMessage());
        } catch (UnknownHostException e) {
            // perhaps later
        }
    }

    private static Refusal invalid(String message) {
        return new Refusal(Reason.INVALID, "url", "url: " + message);
    }

    /** Also when a user is created: a user of the same name does not inherit webhooks. */
    @EventListener
    void deleteOf(UserCreatedOrDeleted change) {
        rows.deleteOf(change.user());
    }
}
