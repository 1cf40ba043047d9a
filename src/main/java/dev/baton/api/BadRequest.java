package dev.baton.api;

import dev.baton.core.Refusal.Fault;
import java.util.List;

/** Parameters or fields of a request that can't be understood. */
final class BadRequest extends RuntimeException {

    private final transient List<Fault> faults;

    BadRequest(List<Fault> faults) {
        super(faults.toString());
        this.faults = List.copyOf(faults);
    }

    List<Fault> faults() {
        return faults;
    }
}
