package dev.baton.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.json.Json;
import dev.baton.testing.Baton;
import dev.baton.testing.OnBothDatabases;
import java.util.Set;

class RefusedMovesTest {

    /** Requests with an idempotency key run the move inside a larger transaction. */
    @OnBothDatabases
    void aMoveRefusedInsideALargerTransactionIsForgotten(Baton baton) {
        String refused = baton.create("work-queue");
        String other = baton.create("work-queue");
        Tasks tasks = baton.bean(Tasks.class);
        Actor admin = Actor.of("admin", Set.of("admin", "human", "specialist"));
        MoveRequest impossible = MoveRequest.trigger("no-such-trigger", Json.object());
        assertThatThrownBy(() -> baton.bean(TransactionRunner.class)
                        .inTransaction(() -> tasks.move(refused, impossible, admin, false)))
                .isInstanceOf(Refusal.class);

        baton.admin().move(refused, "claim", "{}").expect(200);
        tasks.move(other, MoveRequest.trigger("claim", Json.object()), admin, false);
        assertThat(baton.state(refused)).isEqualTo("claimed");
    }
}
