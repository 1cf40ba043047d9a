/** What callers and operators see while the database is away. */
package dev.baton.outage;
