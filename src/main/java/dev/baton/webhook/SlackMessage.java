package dev.baton.webhook;

import dev.baton.event.Event;
import dev.baton.json.Json;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** An event as a message that Slack and compatible chats show, with the title of the task. */
@Component
class SlackMessage {

    private final Ledger ledger;

    SlackMessage(Ledger ledger) {
        this.ledger = ledger;
    }

    String of(Event event) {
        return Json.text(Json.object().put("text", text(event)));
    }

    private String text(Event event) {
        if (event.task() == null) {
            return escape(event.lifecycle()) + ": " + event.kind() + " by " + escape(event.actor());
        }
        Optional<Task> task = ledger.find(event.task());
        String title = task.map(Task::title).orElse(event.task());
        String happened = event.from() == null || event.from().equals(event.to())
                ? event.kind() + " in " + event.to()
                : event.from() + " → " + event.to();
        return "*" + escape(title) + "* (" + escape(event.task()) + "): " + escape(happened) + " by "
                + escape(event.actor());
    }

    /** A title must not become a link or a mention of everybody. */
    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
