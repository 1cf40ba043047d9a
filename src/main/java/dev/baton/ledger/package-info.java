/** Reads and writes the tables of tasks, history entries, records and idempotency keys, in the transaction of the engine. */
package dev.baton.ledger;
