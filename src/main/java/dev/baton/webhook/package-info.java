/** Webhooks: subscriptions to events, their deliveries to other systems, and the protection against misused addresses. */
package dev.baton.webhook;
