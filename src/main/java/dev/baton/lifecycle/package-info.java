/** Lifecycles in plain Java: reads states, transitions and guards from a diagram, and validates diagrams. */
package dev.baton.lifecycle;
