/** Reading JSON that comes from outside: what is taken, and what is refused. */
package dev.baton.json;
