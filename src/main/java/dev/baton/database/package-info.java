/** What the two databases need done differently. */
package dev.baton.database;
