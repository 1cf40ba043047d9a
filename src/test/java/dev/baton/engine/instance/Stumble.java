package dev.baton.engine.instance;

import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.JavaDelegate;
import org.springframework.stereotype.Component;

/** A delegate that fails until the test repairs it; part of every test server. */
@Component
public final class Stumble implements JavaDelegate {

    public static volatile boolean stone = true;

    @Override
    public void execute(DelegateExecution execution) {
        if (stone) {
            throw new IllegalStateException("a stone lies in the way");
        }
    }
}
