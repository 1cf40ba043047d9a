/** What diagrams can compute: the sandbox for expressions, the delegates that they can name, and code that is turned off. */
package dev.baton.engine.expression;
