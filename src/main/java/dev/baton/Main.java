package dev.baton;

import dev.baton.cli.BatonCommand;
import java.util.Arrays;
import java.util.Set;

/**
 * Starts the server, or runs a command of the command line tool. No class of Spring is loaded for a command, so that it
 * starts quickly.
 */
public final class Main {

    private static final String SERVER = "server";
    private static final Set<String> TOOL_OPTIONS = Set.of("-h", "--help", "-V", "--version");

    private Main() {}

    public static void main(String[] args) {
        if (startsServer(args)) {
            BatonApplication.main(serverArguments(args));
        } else {
            System.exit(BatonCommand.run(args));
        }
    }

    /** The server is the default, also with settings such as {@code --server.port=80}, but not if a word follows them. */
    static boolean startsServer(String[] args) {
        if (args.length > 1 && args[0].equals(SERVER) && TOOL_OPTIONS.contains(args[1])) {
            return false;
        }
        return args.length == 0
                || args[0].equals(SERVER)
                || !TOOL_OPTIONS.contains(args[0]) && Arrays.stream(args).allMatch(arg -> arg.startsWith("-"));
    }

    static String[] serverArguments(String[] args) {
        return args.length > 0 && args[0].equals(SERVER) ? Arrays.copyOfRange(args, 1, args.length) : args;
    }
}
