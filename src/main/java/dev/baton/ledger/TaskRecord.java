package dev.baton.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/** A record of a task, such as a review, a message or a run. Records with one name form a list that is only appended to. */
public record TaskRecord(String name, int number, Instant at, String by, JsonNode document) {}
