package dev.baton.cli;

import picocli.CommandLine.Command;

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
final class TaskCommand extends CommandGroup {}
