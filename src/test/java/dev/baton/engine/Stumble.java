package dev.baton.engine;

import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.JavaDelegate;

/** Work that fails until somebody removes the stone. */
public final class Stumble implements JavaDelegate {

    static volatile boolean stone = true;

    @Override
    public void execute(DelegateExecution execution) {
        if (stone) {
            throw new IllegalStateException("a stone lies in the way");
        }
    }
}
