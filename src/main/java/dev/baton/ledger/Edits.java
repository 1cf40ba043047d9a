package dev.baton.ledger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.json.Json;
import java.time.Clock;
import java.util.List;
import org.springframework.stereotype.Component;

/** Writes changes that are not transitions, each with a history entry that names the actor. */
@Component
public class Edits {

    private final Ledger ledger;
    private final Clock clock;

    Edits(Ledger ledger, Clock clock) {
        this.ledger = ledger;
        this.clock = clock;
    }

    /** A field's value before and after. */
    public static ObjectNode change(Object before, Object after) {
        return Json.object().<ObjectNode>set("before", Json.node(before)).set("after", Json.node(after));
    }

    /**
     * Writes the task and a history entry for the change.
     *
     * @param changes each changed field with its {@linkplain #change change}, and the reason if there is one
     */
    public void record(Task locked, Actor actor, ObjectNode changes) {
        locked.updatedAt(clock.instant());
        ledger.write(
                ledger::execute,
                locked,
                false,
                List.of(HistoryEntry.edit(locked, actor, locked.updatedAt, changes)),
                List.of());
    }
}
