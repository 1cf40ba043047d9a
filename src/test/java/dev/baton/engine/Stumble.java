package dev.baton.engine;

import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.JavaDelegate;
import org.springframework.stereotype.Component;

/** Work that fails until somebody removes the stone. Every server of the tests has it as a delegate. */
@Component
final class Stumble implements JavaDelegate {

    static volatile boolean stone = true;

    @Override
    public void execute(DelegateExecution execution) {
        if (stone) {
            throw new IllegalStateException("a stone lies in the way");
        }
    }
}
