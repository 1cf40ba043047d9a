/** Reports of agents on tasks under way: runs with their cost, and requests for permission to perform risky actions. */
package dev.baton.run;
