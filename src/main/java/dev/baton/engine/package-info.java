/** The only room that knows Camunda: its settings, listeners, deployments, identities, and the moves of a token. */
package dev.baton.engine;
