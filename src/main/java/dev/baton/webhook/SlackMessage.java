package dev.baton.webhook;

import dev.baton.engine.Lifecycles;
import dev.baton.event.Event;
import dev.baton.json.Json;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.State;
import org.springframework.stereotype.Component;

/** An event as a message that Slack and compatible chats show. A task that waits for a person says so, with a link. */
@Component
class SlackMessage {

    private final Ledger ledger;
    private final Lifecycles lifecycles;
    private final String baseUrl;

    SlackMessage(Ledger ledger, Lifecycles lifecycles, WebhookSettings settings) {
        this.ledger = ledger;
        this.lifecycles = lifecycles;
        this.baseUrl = settings.baseUrl();
    }

    String of(Event event) {
        return Json.text(Json.object().put("text", text(event)));
    }

    private String text(Event event) {
        if (event.task() == null) {
            return escape(event.lifecycle()) + ": " + event.kind() + " by " + escape(event.actor());
        }
        Task task = ledger.find(event.task()).orElse(null);
        String name = "*" + escape(task == null ? event.task() : task.title()) + "* (" + escape(event.task()) + ")";
        return waitsForPerson(event, task)
                ? name + " waits for a person in " + escape(event.to()) + link()
                : name + ": " + escape(happened(event)) + " by " + escape(event.actor());
    }

    /** The task may have moved on since; then this is only news. */
    private boolean waitsForPerson(Event event, Task task) {
        return task != null
                && !task.ended()
                && task.state().equals(event.to())
                && lifecycles
                                .of(task.definitionId())
                                .lifecycle()
                                .state(task.state())
                                .waitsFor()
                        == State.Waits.PERSON;
    }

    private static String happened(Event event) {
        return event.from() == null || event.from().equals(event.to())
                ? event.kind() + " in " + event.to()
                : event.from() + " → " + event.to();
    }

    private String link() {
        return baseUrl.isEmpty() ? "" : ": <" + baseUrl + "/camunda/app/tasklist/|decide>";
    }

    /** A title must not become a link or a mention of everybody. */
    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
