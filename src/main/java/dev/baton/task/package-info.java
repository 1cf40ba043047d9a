/** Tasks and their moves: the ledger, transitions, history, idempotency. */
package dev.baton.task;
