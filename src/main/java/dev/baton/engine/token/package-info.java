/** The position of a task in its diagram, the move in progress, and what the engine tells it. */
package dev.baton.engine.token;
