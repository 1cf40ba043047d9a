package dev.baton.ledger;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Adds to what callers see of a task's data what follows from it, so that it need not be stored. */
public interface DataViewContributor {

    /**
     * @param data a copy to be shown
     * @param whole whether the lists that grow with the task are shown as well
     */
    void show(ObjectNode data, boolean whole);
}
