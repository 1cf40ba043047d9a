/**
 * The only packages that use Camunda. This one configures and starts the engine, and depends on those below it, which do not
 * depend on it.
 */
package dev.baton.engine;
