package dev.baton.task;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;

/** One line of a task's history. */
public record Step(
        int number,
        String from,
        String to,
        String trigger,
        String kind,
        String actor,
        String onBehalfOf,
        Instant at,
        JsonNode payload,
        List<String> path,
        String eventId) {}
