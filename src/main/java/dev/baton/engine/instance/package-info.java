/** What happens in a running process instance: listeners on every element, behaviors of tasks and calls, guards of parts. */
package dev.baton.engine.instance;
