/** What people see in Tasklist, and for whom user tasks wait. */
package dev.baton.engine.tasklist;
