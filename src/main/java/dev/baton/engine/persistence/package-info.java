/** How the engine reads and writes its tables: its SQL, caches, and one round trip for all writes on PostgreSQL. */
package dev.baton.engine.persistence;
