package dev.baton.cli;

import picocli.CommandLine.Command;

@Command(
        name = "lifecycle",
        mixinStandardHelpOptions = true,
        description = "List, show, check and deploy lifecycles.",
        subcommands = {LifecycleList.class, LifecycleShow.class, LifecycleCheck.class, LifecycleDeploy.class})
final class LifecycleCommand extends CommandGroup {}
