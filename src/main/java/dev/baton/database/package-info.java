/**
 * PostgreSQL and H2: connections, transaction managers, H2 triggers, notifications between servers, outages, and SQL writes that can be
 * sent together.
 */
package dev.baton.database;
