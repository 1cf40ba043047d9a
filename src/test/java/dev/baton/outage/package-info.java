/** Behaviour while the database is unavailable. */
package dev.baton.outage;
