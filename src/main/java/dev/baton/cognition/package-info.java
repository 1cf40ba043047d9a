/** How an agent thinks is kept here: the context of a task, its plan, what was said and done, and what was learned. */
package dev.baton.cognition;
