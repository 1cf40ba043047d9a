/** What reaches the log, and in which form. */
package dev.baton.logging;
