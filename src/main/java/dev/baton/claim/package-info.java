/** Work is handed out here: claims, leases, heartbeats, and what happens when work fails. */
package dev.baton.claim;
