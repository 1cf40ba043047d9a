/**
 * How fast Baton is, beside other ways to do the same: programs, not tests. {@code tools/benchmark} compares whole lives over
 * HTTP; docs/performance.md has the results.
 */
package dev.baton.benchmark;
