/** What exceptions of the engine mean to callers, and the refusals for diagrams. */
package dev.baton.engine.failure;
