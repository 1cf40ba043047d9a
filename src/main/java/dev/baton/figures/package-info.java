/** Figures for people who supervise a fleet, read from the newest rows of the ledger. */
package dev.baton.figures;
