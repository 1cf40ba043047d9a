/** Who is to do the work: assigning, claiming and giving back. */
package dev.baton.assignment;
