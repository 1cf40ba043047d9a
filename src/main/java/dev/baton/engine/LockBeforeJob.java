package dev.baton.engine;

import java.lang.reflect.Field;
import java.util.function.Supplier;
import org.camunda.bpm.engine.impl.cmd.ExecuteJobsCmd;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.springframework.util.ReflectionUtils;

/** Has a timer wait for the task's lock before the engine reads anything: it sees the task as it is, not as it was. */
final class LockBeforeJob extends CommandInterceptor {

    private static final Field JOB_ID = ReflectionUtils.findField(ExecuteJobsCmd.class, "jobId");

    static {
        ReflectionUtils.makeAccessible(JOB_ID);
    }

    private final Supplier<TokenObserver> observer;

    LockBeforeJob(Supplier<TokenObserver> observer) {
        this.observer = observer;
    }

    @Override
    public <T> T execute(Command<T> command) {
        if (command instanceof ExecuteJobsCmd) {
            observer.get().beforeJob((String) ReflectionUtils.getField(JOB_ID, command));
        }
        return next.execute(command);
    }
}
