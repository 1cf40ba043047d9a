/** Delegates and rules of the {@code cognitive} lifecycle: an agent's context, plan, messages, snapshots, reflection. */
package dev.baton.cognition;
