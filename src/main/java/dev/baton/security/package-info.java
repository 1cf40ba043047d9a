/** Sign-in, API tokens, access to paths, and the filters that check and limit requests. */
package dev.baton.security;
