/** Who is calling, and what may be reached at all. */
package dev.baton.security;
