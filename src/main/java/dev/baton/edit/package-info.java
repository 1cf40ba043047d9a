/** Changes of a task that are no transitions: title, priority, settings, and who works on it. */
package dev.baton.edit;
