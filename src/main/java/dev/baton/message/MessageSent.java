package dev.baton.message;

/** Event: a message was written, and can be delivered after the commit. */
public record MessageSent() {}
