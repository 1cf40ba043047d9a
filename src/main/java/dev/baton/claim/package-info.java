/** Claims of ready tasks by workers, with leases, heartbeats, and the delegates for failed or stuck work. */
package dev.baton.claim;
