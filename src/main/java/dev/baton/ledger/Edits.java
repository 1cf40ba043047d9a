package dev.baton.ledger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.json.Json;
import java.time.Clock;
import java.util.List;
import org.springframework.stereotype.Component;

/** Writes changes that move nothing, each with an entry in the history that says who made it. */
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
     * The task is written along with the entry.
     *
     * @param changes each changed field with its {@linkplain #change change}, and what was said about it
     */
    public void record(Task locked, Actor actor, ObjectNode changes) {
        locked.updatedAt(clock.instant());
        ledger.write(
                ledger::now,
                locked,
                false,
                List.of(HistoryEntry.edit(locked, actor, locked.updatedAt, changes)),
                List.of());
    }
}
