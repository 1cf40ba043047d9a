package dev.baton;

import dev.baton.engine.StartRefused;
import java.sql.SQLException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.env.Environment;

/** Tells in one sentence why the server did not start. */
class StartFailures implements FailureAnalyzer {

    private final Environment settings;

    StartFailures(Environment settings) {
        this.settings = settings;
    }

    @Override
    public FailureAnalysis analyze(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof StartRefused refused) {
                return new FailureAnalysis(refused.getMessage(), null, failure);
            }
            if (t instanceof SQLException sql && connection(sql)) {
                return new FailureAnalysis(
                        "The database " + url()
                                + " can't be used: "
                                + sql.getMessage().lines().findFirst().orElse("no reason given")
                                + ". Check spring.datasource.url, username and password, and that the database is running.",
                        null,
                        failure);
            }
        }
        return null;
    }

    private String url() {
        return settings.getProperty("spring.datasource.url", "").replaceAll("(?i)(password=)[^&;]*", "$1***");
    }

    /** Class 08 is a connection that failed, 28 a user that was turned away, 3D a database that is not there, 90 H2's own. */
    private static boolean connection(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return state.startsWith("08") || state.startsWith("28") || state.startsWith("3D") || state.startsWith("90");
    }
}
