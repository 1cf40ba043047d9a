package dev.baton.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Print the completion script for bash and zsh: source <(baton completion)")
final class CompletionCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine()
                .getOut()
                .println(AutoComplete.bash("baton", spec.root().commandLine()));
        spec.commandLine().getOut().flush();
    }
}
