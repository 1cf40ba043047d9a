package dev.baton.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.AlsoWithoutFastPath;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Crowd;
import dev.baton.testing.Errand;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Quick;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** A task is abandoned while others move it: moves before that take effect, moves after it are refused. */
@AlsoWithoutFastPath
class AbandonedWhileMovingTest {

    private static final int CALLERS = 16;
    private static final int ROUNDS = Quick.times(5, 1);

    @OnBothDatabases
    void throughTheApi(Baton baton) {
        abandonWhileMoving(
                baton,
                (errand, instance) -> baton.as("human")
                        .delete("/api/tasks/" + errand.id(), "{\"reason\":\"enough\"}")
                        .expect(204));
    }

    @OnBothDatabases
    void throughCamundasRest(Baton baton) {
        abandonWhileMoving(
                baton, (errand, instance) -> baton.admin().delete("/engine-rest/process-instance/" + instance, null));
    }

    private static void abandonWhileMoving(Baton baton, BiFunction<Errand, String, Answer> abandon) {
        for (int round = 0; round < ROUNDS; round++) {
            Errand errand = Errand.create(baton);
            String instance = errand.instance();
            Queue<String> marks = new ConcurrentLinkedQueue<>();
            List<Integer> statuses = Crowd.of(CALLERS, i -> {
                if (i == 7) {
                    return abandon(() -> abandon.apply(errand, instance));
                }
                walk(baton, errand, marks, "caller " + i + " ");
                return 200;
            });
            assertThat(statuses).allMatch(status -> status / 100 == 2);
            assertThat(errand.marks()).containsExactlyInAnyOrderElementsOf(marks);
            assertThat(errand.task().get("flags")).hasSize(1);
            assertThat(errand.history()
                            .get(errand.history().size() - 1)
                            .get("trigger")
                            .asText())
                    .isEqualTo("abandon");
            errand.isConsistent();
        }
    }

    /** Camunda's REST may answer with a conflict; then the request is repeated. */
    private static int abandon(Supplier<Answer> request) {
        Answer answer = request.get();
        for (int i = 0; i < 100 && answer.status() == 409; i++) {
            answer = request.get();
        }
        return answer.status();
    }

    private static void walk(Baton baton, Errand errand, Queue<String> marks, String name) {
        for (int i = 0; i < 6; i++) {
            String mark = name + i;
            Answer answer = errand.move(baton.admin(), i % 2 == 0 ? "take" : "hand-back", mark);
            assertThat(answer.status()).as(answer.body()).isIn(200, 409);
            if (answer.status() == 200) {
                marks.add(mark);
            }
        }
    }
}
