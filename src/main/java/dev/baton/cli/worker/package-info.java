/** The worker: takes tasks, runs a command for each, and reports how it ended. */
package dev.baton.cli.worker;
