package dev.baton.benchmark;

/** What server processes and PostgreSQL have used up to a moment, or between two. */
record Usage(double seconds, double serverMillis, double postgresMillis, long transactions, long deadlocks) {

    Usage since(Usage before) {
        return new Usage(
                seconds - before.seconds,
                serverMillis - before.serverMillis,
                postgresMillis - before.postgresMillis,
                transactions - before.transactions,
                deadlocks - before.deadlocks);
    }

    /** 100 is one core. */
    double serverPercent() {
        return serverMillis / seconds / 10;
    }

    /** 100 is one core. */
    double postgresPercent() {
        return postgresMillis / seconds / 10;
    }
}
