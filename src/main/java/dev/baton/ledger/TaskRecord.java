package dev.baton.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/** An entry of one of a task's growing lists: a review, a message, a run. It never changes. */
public record TaskRecord(String name, int number, Instant at, String by, JsonNode document) {}
