package dev.baton.ledger;

import java.time.Instant;

/** A claim: a write with an older epoch is refused. */
public record Lease(int epoch, Instant expiresAt) {}
