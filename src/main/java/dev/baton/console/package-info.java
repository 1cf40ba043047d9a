/** The console: its pages and their sign-in. What the pages show and change goes through the API. */
package dev.baton.console;
