package dev.baton.cli;

import dev.baton.cli.client.ServerAway;
import dev.baton.cli.client.ServerProblem;
import dev.baton.cli.client.UsageProblem;
import picocli.CommandLine.ParameterException;

/** What the process ends with; docs/cli.md lists them for scripts. */
final class ExitCodes {

    static final int OK = 0;
    static final int UNEXPECTED = 1;
    static final int USAGE = 2;
    static final int NOT_SIGNED_IN = 3;
    static final int FORBIDDEN = 4;
    static final int NOT_FOUND = 5;
    static final int CONFLICT = 6;
    static final int INVALID = 7;
    static final int SERVER_AWAY = 8;
    static final int NOTHING = 9;
    static final int NOT_DONE = 10;

    private ExitCodes() {}

    static int of(Throwable failure) {
        if (failure instanceof UsageProblem || failure instanceof ParameterException) {
            return USAGE;
        }
        if (failure instanceof NotSignedIn) {
            return NOT_SIGNED_IN;
        }
        if (failure instanceof ServerAway) {
            return SERVER_AWAY;
        }
        return failure instanceof ServerProblem problem ? of(problem.status()) : UNEXPECTED;
    }

    private static int of(int status) {
        return switch (status) {
            case 401 -> NOT_SIGNED_IN;
            case 403 -> FORBIDDEN;
            case 404 -> NOT_FOUND;
            case 409 -> CONFLICT;
            default -> status >= 500 ? SERVER_AWAY : INVALID;
        };
    }
}
