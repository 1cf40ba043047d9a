/** Who may not claim at the moment. */
package dev.baton.agent;
