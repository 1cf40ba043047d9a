/** The assignees of a task: delegates that assign, claim and unassign, and the rules about assignees. */
package dev.baton.assignment;
