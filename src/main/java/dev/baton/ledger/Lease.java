package dev.baton.ledger;

import java.time.Instant;

/** A worker's lease on a task. A move with an older epoch is refused. */
public record Lease(int epoch, Instant expiresAt) {}
