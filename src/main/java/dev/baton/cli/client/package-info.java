/** HTTP calls to a Baton server, and where the credentials for it come from. */
package dev.baton.cli.client;
