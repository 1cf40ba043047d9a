package dev.baton.webhook;

import dev.baton.engine.tasklist.WaitingPeople.Person;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** Notices as mails: short, plain text, with the link to decide. */
@Component
class NoticeText {

    /** A mail as it is stored in the delivery. */
    record Mail(String subject, String text) {

        static Mail of(String body) {
            var json = Json.object(body);
            return new Mail(json.path("subject").asText(), json.path("text").asText());
        }

        String body() {
            return Json.text(Json.object().put("subject", subject).put("text", text));
        }
    }

    private static final int MAX_TITLE = 120;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private final String baseUrl;

    NoticeText(WebhookSettings settings) {
        this.baseUrl = settings.baseUrl();
    }

    Mail mail(Notice notice, Person person) {
        Task task = notice.task();
        String title = oneLine(task.title());
        boolean overdue = notice.kind() == Notice.Kind.OVERDUE;
        String subject = (overdue ? "Overdue: " : "Waits for you: ") + title;
        String what = overdue
                ? "\"%s\" is overdue. It has been in %s since %s."
                        .formatted(title, task.state(), TIME.format(task.stateEnteredAt()))
                : "\"%s\" waits for you in %s, since %s."
                        .formatted(title, task.state(), TIME.format(task.stateEnteredAt()));
        String text = what + "\n\n" + decide(task) + "Task: " + oneLine(task.id()) + "\nLifecycle: " + task.lifecycle()
                + "\n\n" + why(person) + " Without an e-mail address in your profile you get no mail.\n";
        return new Mail(subject, text);
    }

    Mail test(String user, Instant now) {
        return new Mail("A test of Baton's mail", "Sent by %s on %s.\n".formatted(oneLine(user), TIME.format(now)));
    }

    private String decide(Task task) {
        return baseUrl.isEmpty() ? "" : "Decide here: " + TaskLink.of(baseUrl, task.id()) + "\n\n";
    }

    private static String why(Person person) {
        return person.group() == null
                ? "You get this because it is with you."
                : "You get this because it is offered to the group " + oneLine(person.group()) + ".";
    }

    /** Control characters, which would begin another header, and what changes the direction of text become spaces. */
    static String oneLine(String text) {
        String plain = text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+", " ").strip();
        int length = plain.codePointCount(0, plain.length());
        return length <= MAX_TITLE ? plain : plain.substring(0, plain.offsetByCodePoints(0, MAX_TITLE)) + "…";
    }
}
