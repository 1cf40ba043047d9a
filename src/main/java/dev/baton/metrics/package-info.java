/** Metrics for operators: tasks by state, transitions, refusals, overdue jobs, incidents. */
package dev.baton.metrics;
