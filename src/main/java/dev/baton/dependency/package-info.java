/** Dependencies between tasks: blockers, checks for cycles, and unblocking when the last blocker has finished. */
package dev.baton.dependency;
