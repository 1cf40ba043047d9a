package dev.baton.webhook;

import dev.baton.event.Event;
import dev.baton.json.Json;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** An event as a message that Slack and compatible chats show. A task that waits for people, or is overdue, says so, with a link. */
@Component
class SlackMessage {

    private final Ledger ledger;
    private final Notices notices;
    private final String baseUrl;

    SlackMessage(Ledger ledger, Notices notices, WebhookSettings settings) {
        this.ledger = ledger;
        this.notices = notices;
        this.baseUrl = settings.baseUrl();
    }

    String of(Event event) {
        return Json.text(Json.object().put("text", text(event)));
    }

    private String text(Event event) {
        if (event.task() == null) {
            return escape(event.lifecycle()) + ": " + event.kind() + " by " + escape(event.actor());
        }
        return notices.of(event)
                .filter(notice -> notice.kind() == Notice.Kind.OVERDUE || !Objects.equals(event.from(), event.to()))
                .map(this::text)
                .orElseGet(() -> news(event));
    }

    private String text(Notice notice) {
        Task task = notice.task();
        String people = String.join(", ", notices.names(notice));
        String what = notice.kind() == Notice.Kind.OVERDUE
                ? " is overdue in " + task.state() + (people.isEmpty() ? "" : " with " + people)
                : " waits for " + (people.isEmpty() ? "a person" : people) + " in " + task.state();
        return name(task.title(), task.id()) + escape(what) + link(task);
    }

    private String news(Event event) {
        String title = ledger.find(event.task()).map(Task::title).orElse(event.task());
        return name(title, event.task()) + ": " + escape(happened(event)) + " by " + escape(event.actor());
    }

    private static String name(String title, String task) {
        return "*" + escape(title) + "* (" + escape(task) + ")";
    }

    private static String happened(Event event) {
        return event.from() == null || event.from().equals(event.to())
                ? event.kind() + " in " + event.to()
                : event.from() + " → " + event.to();
    }

    private String link(Task task) {
        return baseUrl.isEmpty() ? "" : ": <" + TaskLink.of(baseUrl, task.id()) + "|decide>";
    }

    /** A title must not become a link or a mention of everybody. */
    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
