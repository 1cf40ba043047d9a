package dev.baton.figures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Refusal.Reason;
import dev.baton.testing.Baton;
import dev.baton.testing.ErrandDiagram;
import dev.baton.testing.OnBothDatabases;
import java.time.LocalDate;

/** Sums of refused moves are the same before and after they are written. */
class RefusedMovesTest {

    @OnBothDatabases
    void sumsAreWrittenOnceAndAddedUp(Baton baton) {
        String key = ErrandDiagram.newKey();
        ErrandDiagram.put(baton, key, ErrandDiagram.diagram(key));
        String id = baton.create(key);
        RefusedMoves refused = baton.bean(RefusedMoves.class);
        for (int round = 1; round <= 2; round++) {
            baton.as("worker-1").move(id, "deliver", "{}").expect(409);
            refused.write();
            refused.write();
            assertThat(refused.since(LocalDate.EPOCH, key))
                    .containsExactly(new RefusedMoves.RefusalCount("deliver", Reason.NO_SUCH_TRANSITION, round));
        }
        assertThat(baton.sql()
                        .sql("SELECT refusals FROM refusal_count WHERE lifecycle = ?")
                        .param(key)
                        .query(Long.class)
                        .list())
                .containsExactly(2L);
    }
}
