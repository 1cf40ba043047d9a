/** What a diagram says, as plain Java: states, transitions, guards, and the check that a diagram keeps the conventions. */
package dev.baton.lifecycle;
