/** The only package that uses Camunda: configuration, interceptors, listeners, deployment, moves of a token. */
package dev.baton.engine;
