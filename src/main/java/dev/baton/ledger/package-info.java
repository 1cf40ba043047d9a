/** The tables of tasks, their history, records and idempotency keys. What is written here is written together with the engine. */
package dev.baton.ledger;
