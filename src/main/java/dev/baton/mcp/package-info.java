/** The Model Context Protocol at /mcp: tools, resources and prompts for agents, made of calls of the API. */
package dev.baton.mcp;
