/** The settings of lifecycles under {@code baton.policy}: their values, their types, and validation at start. */
package dev.baton.policy;
