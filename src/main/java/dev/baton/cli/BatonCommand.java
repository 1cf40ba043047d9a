package dev.baton.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.client.Printable;
import dev.baton.cli.client.ServerAway;
import dev.baton.cli.client.ServerProblem;
import dev.baton.cli.client.UsageProblem;
import dev.baton.json.Json;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParseResult;

/** The command {@code baton} with all its subcommands. */
@Command(
        name = "baton",
        description = "A task server for AI agents and the people who supervise them.",
        mixinStandardHelpOptions = true,
        subcommands = {
            ServerCommandHelp.class,
            WorkerCommand.class,
            TaskCommand.class,
            LifecycleCommand.class,
            LoginCommand.class,
            CompletionCommand.class
        },
        footer = {"", "'baton COMMAND --help' describes a command. Exit codes: docs/cli.md"})
public final class BatonCommand extends CommandGroup {

    private BatonCommand() {}

    /** @return the exit code */
    public static int run(String... args) {
        CommandLine command = commandLine();
        if (args.length > 0
                && args[0].startsWith("--")
                && !command.getCommandSpec().optionsMap().containsKey(args[0])) {
            command.getErr().println("Options follow the command: baton task list " + Printable.text(args[0]));
            return ExitCodes.USAGE;
        }
        return command.execute(args);
    }

    static CommandLine commandLine() {
        CommandLine command = new CommandLine(new BatonCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(BatonCommand::failed);
        CommandLine.IParameterExceptionHandler usual = command.getParameterExceptionHandler();
        command.setParameterExceptionHandler((failure, args) -> {
            if (List.of(args).contains("--json")) {
                failure.getCommandLine().getOut().println(document(failure));
            }
            return usual.handleParseException(failure, args);
        });
        showVersion(command);
        return command;
    }

    private static void showVersion(CommandLine command) {
        command.getCommandSpec().versionProvider(new Version());
        command.getSubcommands().values().forEach(BatonCommand::showVersion);
    }

    /** People read the message; with {@code --json} it is a document on standard output as well. */
    private static int failed(Exception failure, CommandLine command, ParseResult parsed) {
        PrintWriter err = command.getErr();
        if (failure instanceof ServerProblem
                || failure instanceof ServerAway
                || failure instanceof UsageProblem
                || failure instanceof NotSignedIn) {
            err.println(command.getColorScheme().errorText(Printable.text(failure.getMessage())));
        } else {
            err.println("Something unexpected happened: " + Printable.text(String.valueOf(failure)));
            for (int i = 0; i < Math.min(3, failure.getStackTrace().length); i++) {
                err.println("  at " + failure.getStackTrace()[i]);
            }
        }
        if (command.getParseResult().hasMatchedOption("--json")) {
            command.getOut().println(document(failure));
        }
        return ExitCodes.of(failure);
    }

    private static ObjectNode document(Exception failure) {
        ObjectNode document =
                failure instanceof ServerProblem problem && problem.problem().isObject()
                        ? problem.problem().deepCopy()
                        : Json.object().put("detail", String.valueOf(failure.getMessage()));
        return document.put("success", false).put("exitCode", ExitCodes.of(failure));
    }

    /** The version that the build wrote into the jar. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = BatonCommand.class.getPackage().getImplementationVersion();
            return new String[] {"baton " + (version == null ? "(development)" : version)};
        }
    }
}
