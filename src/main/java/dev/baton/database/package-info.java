/** Configures PostgreSQL and H2: transaction managers, H2 triggers, and SQL writes that can be batched. */
package dev.baton.database;
