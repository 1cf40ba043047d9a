package dev.baton.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only has subcommands. */
abstract class CommandGroup implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public final void run() {
        throw new ParameterException(spec.commandLine(), "Name a command");
    }
}
