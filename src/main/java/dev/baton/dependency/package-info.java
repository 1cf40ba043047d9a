/** Tasks that wait for tasks: who blocks whom, and who goes on when a blocker is done. */
package dev.baton.dependency;
