package dev.baton.benchmark;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/** The processor's time that this JVM, with its compiler and its clients, and PostgreSQL have used so far. */
record Cpu(double javaMillis, double postgresMillis) {

    static Cpu now() {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        double postgres = ProcessHandle.allProcesses()
                .filter(process -> process.info().command().orElse("").endsWith("postgres"))
                .mapToDouble(process ->
                        process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e6)
                .sum();
        return new Cpu(system.getProcessCpuTime() / 1e6, postgres);
    }

    Cpu since(Cpu before) {
        return new Cpu(javaMillis - before.javaMillis, postgresMillis - before.postgresMillis);
    }

    Cpu each(double lives) {
        return new Cpu(javaMillis / lives, postgresMillis / lives);
    }
}
