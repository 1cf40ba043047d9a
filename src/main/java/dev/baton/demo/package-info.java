/** Sample users and tasks, created with the profile {@code demo} and on a loopback address only. */
package dev.baton.demo;
