/**
 * Delegates and rules of the {@code pipeline} lifecycle: classification, phases, retries, model tiers, budgets, and
 * checkpoints from which a stopped run is resumed.
 */
package dev.baton.pipeline;
