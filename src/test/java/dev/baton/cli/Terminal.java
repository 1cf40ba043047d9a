package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Runs commands in the tests' process, for one user of a server. */
final class Terminal {

    record Ran(int exit, String out, String err) {

        JsonNode json() {
            return Json.read(out);
        }
    }

    private final String server;
    private final Path tokenFile;

    Terminal(String server, Path tokenFile) {
        this.server = server;
        this.tokenFile = tokenFile;
    }

    Ran run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--server=" + server);
        if (tokenFile != null) {
            all.add("--token-file=" + tokenFile);
        }
        return plain(all.toArray(String[]::new));
    }

    static Ran plain(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = BatonCommand.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        int exit = command.execute(arguments);
        return new Ran(exit, out.toString(), err.toString());
    }
}
