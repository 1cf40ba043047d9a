/** Access to what the engine's classes do not make public. */
package dev.baton.engine.internals;
