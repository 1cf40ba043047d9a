/** What has happened, in order: numbers for the events that the ledger writes, the stream of events, and pages of them. */
package dev.baton.event;
