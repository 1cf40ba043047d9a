package dev.baton.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Only for help and completion: {@link dev.baton.Main} starts the server itself. */
@Command(
        name = "server",
        mixinStandardHelpOptions = true,
        description = "Start the server; the default when no command is given.",
        footer = {
            "",
            "Takes Spring Boot's arguments, such as --server.port=8081. docs/configuration.md has all settings."
        })
final class ServerCommandHelp implements Runnable {

    @Unmatched
    private String[] settings;

    @Override
    public void run() {
        throw new IllegalStateException("The server is started by the main class.");
    }
}
