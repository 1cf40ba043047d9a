package dev.baton.move;

import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.State;

/** A trigger that the diagram allows for tasks that have ended. It does not change the state. */
record PostEndTrigger(Move move, Guards guards) {

    /** @return whether the request names such a trigger; if not, nothing has changed */
    boolean apply() {
        Task task = move.task();
        State.Afterwards afterwards =
                task.ended() && !task.abandoned() ? move.state().afterwards() : null;
        if (afterwards == null || !afterwards.exit().trigger().equals(move.trigger())) {
            return false;
        }
        guards.admit(move, afterwards.exit());
        move.record(
                "afterwards",
                Json.object()
                        .put("trigger", move.trigger())
                        .put("eventId", move.eventId())
                        .set("payload", move.payload()));
        if (afterwards.work() != null) {
            guards.beans().postEndAction(afterwards.work()).execute(move);
        }
        return true;
    }
}
