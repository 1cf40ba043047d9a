package dev.baton.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "lifecycle",
        mixinStandardHelpOptions = true,
        description = "List, show, check and deploy lifecycles.",
        subcommands = {LifecycleList.class, LifecycleShow.class, LifecycleCheck.class, LifecycleDeploy.class})
final class LifecycleCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Name a command");
    }
}
