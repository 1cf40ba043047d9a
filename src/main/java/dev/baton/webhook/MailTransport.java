package dev.baton.webhook;

import dev.baton.core.StartupFailure;
import dev.baton.engine.tasklist.WaitingPeople;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import org.eclipse.angus.mail.util.MailConnectException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.mail.MailException;
import org.springframework.mail.MailSendException;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.mail.javamail.MimeMessageHelper;
import org.springframework.stereotype.Component;

/** Sends a delivery as mail to its recipient. There is no mail without {@code spring.mail.host}. */
@Component
class MailTransport {

    /** What SMTP answers to a mail that it has taken. */
    private static final int ACCEPTED = 250;

    private final JavaMailSender sender;
    private final String from;
    private final WaitingPeople people;

    MailTransport(ObjectProvider<JavaMailSender> sender, MailSettings settings, WaitingPeople people) {
        this.sender = sender.getIfAvailable();
        this.from = settings.from();
        this.people = people;
        if (this.sender != null && from.isEmpty()) {
            throw new StartupFailure(
                    "spring.mail.host is set, but baton.mail.from is not: set it to the sender of mails,"
                            + " such as baton@example.org.");
        }
    }

    boolean isAvailable() {
        return sender != null;
    }

    /** @return the status of the mail server's answer */
    int send(Webhook subscription, Delivery delivery) throws IOException {
        if (sender == null) {
            throw new IOException("this server sends no mail: spring.mail.host is not set");
        }
        String address = people.address(delivery.recipient())
                .orElseThrow(() -> new Outdated(delivery.recipient() + " has no e-mail address any more"));
        if (!MailSettings.isAddress(address)) {
            throw new IOException("the e-mail address of " + delivery.recipient() + " is not valid");
        }
        try {
            sender.send(message(subscription, delivery, address));
        } catch (MessagingException | MailException e) {
            throw new IOException(reason(e), e);
        }
        return ACCEPTED;
    }

    /** The id stays the same when the mail is sent again, so that mail programs can show it once. */
    private MimeMessage message(Webhook subscription, Delivery delivery, String address) throws MessagingException {
        NoticeText.Mail mail = NoticeText.Mail.of(delivery.body());
        MimeMessage message = sender.createMimeMessage();
        MimeMessageHelper helper = new MimeMessageHelper(message, StandardCharsets.UTF_8.name());
        helper.setFrom(from);
        helper.setTo(address);
        helper.setSubject(mail.subject());
        helper.setText(mail.text());
        message.setHeader("Auto-Submitted", "auto-generated"); // no automatic replies
        String domain = from.substring(from.lastIndexOf('@'));
        message.setHeader("Message-ID", "<" + delivery.number() + "." + subscription.id() + domain + ">");
        return message;
    }

    /** Spring's own messages repeat the classes of the causes. */
    private static String reason(Exception e) {
        Throwable first = e instanceof MailSendException failed && failed.getMessageExceptions().length > 0
                ? failed.getMessageExceptions()[0]
                : e;
        Throwable cause = NestedExceptionUtils.getMostSpecificCause(first);
        String text = String.valueOf(cause.getMessage()).strip();
        if (cause instanceof UnknownHostException) {
            return "the name of the mail server can't be resolved: " + text;
        }
        if (first instanceof MailConnectException connection) {
            return "the mail server " + connection.getHost() + ":" + connection.getPort() + " can't be reached: "
                    + text;
        }
        return "the mail could not be sent: " + text;
    }

    /** The notice has become pointless. */
    static final class Outdated extends IOException {

        Outdated(String reason) {
            super(reason);
        }
    }
}
