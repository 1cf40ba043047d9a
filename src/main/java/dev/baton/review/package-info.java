/** Reviews by several people at once: who can review a task, what they say, and what becomes of a review that is late. */
package dev.baton.review;
