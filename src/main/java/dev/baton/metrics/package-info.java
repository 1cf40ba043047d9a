/** What operators watch: tasks by state, transitions, refusals, overdue jobs, incidents. */
package dev.baton.metrics;
