package dev.baton.task;

import dev.baton.core.Refusal;

/** Tells the rest of the server that a move was refused. */
public record MoveRefused(Refusal.Reason reason) {}
