package dev.baton.engine;

import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.JavaDelegate;
import org.springframework.stereotype.Component;

/** A delegate that fails until the test repairs it; part of every test server. */
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
