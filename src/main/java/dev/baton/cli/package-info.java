/** The command line tool: commands that talk to a server over HTTP. Uses no Spring, so that it starts quickly. */
package dev.baton.cli;
