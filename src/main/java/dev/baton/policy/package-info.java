/** The settings of lifecycles, {@code baton.policy.*}: what they can be and what they are. */
package dev.baton.policy;
