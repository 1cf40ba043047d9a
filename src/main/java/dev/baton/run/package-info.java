/** What agents report while they work: runs and what they cost, and the risky actions that they ask leave for. */
package dev.baton.run;
