/** Delegates and rules of the {@code peer-review} lifecycle: who reviews a task, findings, and overdue reviews. */
package dev.baton.review;
