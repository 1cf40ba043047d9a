package dev.baton.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "task",
        mixinStandardHelpOptions = true,
        description = "Create, find, move and watch tasks.",
        subcommands = {
            TaskCreate.class,
            TaskList.class,
            TaskShow.class,
            TaskMove.class,
            TaskHistory.class,
            TaskWatch.class,
            TaskClaim.class
        })
final class TaskCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Name a command");
    }
}
