/** Subtasks: the children that a task gets in a call activity, and how it goes on when they have ended. */
package dev.baton.subtask;
