package dev.baton.ledger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/**
 * An event to be written.
 *
 * @param task null for an event that is not about a task
 * @param detail fields that only this kind has; null for none
 */
record EventRow(
        String kind,
        String task,
        String lifecycle,
        String from,
        String to,
        String trigger,
        String actor,
        Instant at,
        ObjectNode detail) {}
