/** Delegates and rules of the {@code governed} lifecycle: submissions, approval requests and decisions, blocks. */
package dev.baton.approval;
