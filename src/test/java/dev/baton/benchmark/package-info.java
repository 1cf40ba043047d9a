/**
 * How fast the work queue is, beside other ways to do the same, measured side by side in one run: a program, not a test.
 *
 * <pre>
 * mvn -q test-compile dependency:build-classpath -Dmdep.outputFile=target/classpath.txt -Dmdep.includeScope=test
 * java -cp target/classes:target/test-classes:$(cat target/classpath.txt) dev.baton.benchmark.WorkQueueBenchmark
 * </pre>
 */
package dev.baton.benchmark;
