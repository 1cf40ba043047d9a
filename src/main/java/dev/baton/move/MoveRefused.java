package dev.baton.move;

import dev.baton.core.Refusal;

/** Tells the rest of the server that a move was refused. */
public record MoveRefused(Refusal.Reason reason) {}
