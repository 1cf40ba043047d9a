/** What every other package uses: who acts, and why something is refused. No framework, no database, no engine. */
package dev.baton.core;
