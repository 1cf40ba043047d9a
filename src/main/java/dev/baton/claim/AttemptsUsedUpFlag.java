package dev.baton.claim;

import dev.baton.ledger.Flags;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Flags a task that is ready again after its last attempt. Claims for the next task skip it. */
@Component
class AttemptsUsedUpFlag implements MoveDelegate {

    private static final Logger LOG = LoggerFactory.getLogger(AttemptsUsedUpFlag.class);

    @Override
    public void execute(Move move) {
        Task task = move.task();
        if (task.attempts() < task.maxAttempts()) {
            task.flags().remove(Flags.ATTEMPTS_USED_UP);
        } else if (task.flags().add(Flags.ATTEMPTS_USED_UP)) {
            LOG.warn(
                    "Task {} has used up its {} attempts and did not fail; it is handed out to no worker until a"
                            + " person resets or claims it",
                    task.id(),
                    task.maxAttempts());
        }
    }
}
