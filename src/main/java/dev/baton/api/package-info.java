/** The REST door: requests in, answers and errors out. */
package dev.baton.api;
