/** Pipelines: classification, phases, retries, model tiers, budgets, and the checkpoint that a run can be taken up from. */
package dev.baton.pipeline;
