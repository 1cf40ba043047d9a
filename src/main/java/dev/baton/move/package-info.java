/** Creates and moves tasks: selects the exit, checks its guard, runs delegates, and writes the result in one transaction. */
package dev.baton.move;
