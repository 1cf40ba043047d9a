/** Dates of timers, durations and cycles, and the timers of leases that are kept out of the engine. */
package dev.baton.engine.timer;
