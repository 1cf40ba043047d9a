/** Users and sample tasks to try things out with; only with the profile {@code demo}, only on loopback. */
package dev.baton.demo;
