/** The REST API: controllers, views, errors, idempotency keys. */
package dev.baton.api;
