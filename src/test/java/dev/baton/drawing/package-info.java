/** What people draw: each word of the diagram language in a diagram of its own, with running tasks. */
package dev.baton.drawing;
