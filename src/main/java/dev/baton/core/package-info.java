/** What every other package uses: who acts, why something is refused, work in the background, hashes. No framework, no database, no engine. */
package dev.baton.core;
