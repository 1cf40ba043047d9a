/** Removes control characters from everything that is logged. */
package dev.baton.logging;
