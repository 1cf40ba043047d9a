/** A task on its way from one state to the next: who may, what they bring, what is done on the way, and the transaction around it. */
package dev.baton.move;
