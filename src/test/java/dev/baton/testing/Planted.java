package dev.baton.testing;

import java.util.concurrent.atomic.AtomicInteger;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.DelegateTask;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.camunda.bpm.engine.delegate.JavaDelegate;
import org.camunda.bpm.engine.delegate.TaskListener;

/** Code that an attacker wants the server to run. It is no bean, so nothing but reflection makes one, and that is counted. */
public final class Planted implements JavaDelegate, ExecutionListener, TaskListener {

    /** Makes one by reflection, from nothing but a text. */
    public static final String EXPRESSION = "${''.getClass().forName('" + Planted.class.getName() + "').newInstance()}";

    private static final AtomicInteger MADE = new AtomicInteger();

    public Planted() {
        MADE.incrementAndGet();
    }

    public static int made() {
        return MADE.get();
    }

    @Override
    public void execute(DelegateExecution execution) {
        MADE.incrementAndGet();
    }

    @Override
    public void notify(DelegateExecution execution) {
        MADE.incrementAndGet();
    }

    @Override
    public void notify(DelegateTask task) {
        MADE.incrementAndGet();
    }
}
