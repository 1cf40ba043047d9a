package dev.baton.ledger;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Adds computed values to the data of a task that callers see; they are not stored. */
public interface DataViewContributor {

    /**
     * @param data a copy of the task's data, to be changed
     * @param withRecords whether the task's records are included
     */
    void contribute(ObjectNode data, boolean withRecords);
}
