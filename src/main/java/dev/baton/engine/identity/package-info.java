/** Users, groups, passwords and sessions: Camunda's identity tables, and the interceptors that guard them. */
package dev.baton.engine.identity;
