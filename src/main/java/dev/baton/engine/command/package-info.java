/** Around the engine's commands: interceptors that lock, retry, guard, refuse and log them, in one list; and the retries of jobs. */
package dev.baton.engine.command;
