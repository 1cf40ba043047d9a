package dev.baton.testing;

import java.util.concurrent.atomic.AtomicInteger;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.DelegateTask;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.camunda.bpm.engine.delegate.JavaDelegate;
import org.camunda.bpm.engine.delegate.TaskListener;

/** A class that an attack tries to instantiate. Only reflection can do that, and instances are counted. */
public final class Planted implements JavaDelegate, ExecutionListener, TaskListener {

    /** Creates an instance by reflection, from a text. */
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
