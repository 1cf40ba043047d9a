package dev.baton.move;

import dev.baton.core.Refusal;

/** Event: a move was refused. */
public record MoveRefused(Refusal refusal) {}
