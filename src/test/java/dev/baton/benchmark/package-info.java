/**
 * How fast the work queue is, beside other ways to do the same, measured side by side in one run: a program, not a test.
 *
 * <pre>mvn -q test-compile exec:java -Dexec.mainClass=dev.baton.benchmark.WorkQueueBenchmark -Dexec.classpathScope=test</pre>
 */
package dev.baton.benchmark;
