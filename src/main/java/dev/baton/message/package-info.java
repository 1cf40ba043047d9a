/** Messages to tasks, written in the transaction of the task that sends them and delivered after its commit. */
package dev.baton.message;
