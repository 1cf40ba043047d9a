/** Reads and writes JSON; from callers, only what can be stored and sent back. */
package dev.baton.json;
