package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.client.ServerClient;
import dev.baton.cli.client.UsageProblem;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that calls a server. */
abstract class ServerCommand implements Callable<Integer> {

    @Mixin
    private ServerOptions options;

    @Spec
    private CommandSpec spec;

    ServerOptions options() {
        return options;
    }

    CommandSpec spec() {
        return spec;
    }

    ServerClient client() {
        return options.client();
    }

    Output out() {
        return new Output(spec.commandLine().getOut());
    }

    /** Refuses a time that the server does not let a claim wait. */
    static void checkWait(int seconds) {
        if (seconds < 0 || seconds > 60) {
            throw new UsageProblem("--wait is a number of seconds from 0 to 60.");
        }
    }

    /** Prints the document as it is, or what people read. */
    int print(JsonNode document, Runnable readable) {
        if (options.json()) {
            out().json(document);
        } else {
            readable.run();
        }
        return ExitCodes.OK;
    }
}
