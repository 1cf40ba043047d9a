package dev.baton.cli;

import dev.baton.cli.client.Credentials;
import dev.baton.cli.client.ServerClient;
import dev.baton.cli.client.UsageProblem;
import dev.baton.cli.worker.Delivery;
import dev.baton.cli.worker.Worker;
import dev.baton.cli.worker.WorkerLog;
import dev.baton.cli.worker.WorkerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "worker",
        mixinStandardHelpOptions = true,
        description = {
            "Take tasks and run a command for each.",
            "The command gets the task as JSON on standard input and in variables such as $BATON_TASK_TITLE. "
                    + "Exit code 0 is a success, 75 means that the task is blocked, anything else is a failure."
        },
        footer = {"", "docs/agents.md has examples."})
final class WorkerCommand extends ServerCommand {

    enum OnLost {
        DISCARD,
        KEEP;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final Duration LONGEST = Duration.ofDays(365);

    @Option(
            names = "--lifecycle",
            paramLabel = "KEY",
            description = "The lifecycle, such as work-queue. Default: the one that the mapping names")
    private String lifecycle;

    @Option(
            names = "--mapping",
            paramLabel = "FILE",
            description =
                    "Which arrows to take: a YAML file or the name of a shipped one. Default: that of the lifecycle")
    private String mapping;

    @Option(names = "--print-mapping", description = "Print the mapping and stop; a start for your own")
    private boolean printMapping;

    @Option(names = "--run", paramLabel = "COMMAND", description = "The command, run with sh -c")
    private String command;

    @Option(names = "--dir", paramLabel = "DIR", defaultValue = ".", description = "Where it runs without --repo")
    private Path folder;

    @Option(
            names = "--repo",
            paramLabel = "DIR",
            description = "A git repository; every run gets a worktree and a branch")
    private Path repository;

    @Option(
            names = "--into",
            paramLabel = "BRANCH",
            description = "The branch to merge into. Default: the checked out one")
    private String into;

    @Option(
            names = "--worktrees",
            paramLabel = "DIR",
            description = "Where worktrees are made. Default: beside the repository")
    private Path worktrees;

    @Option(
            names = "--merge",
            defaultValue = "ff",
            description =
                    "ff: commit and merge; branch: commit and leave the branch; none: the command does it (${DEFAULT-VALUE})")
    private Delivery.Mode merge;

    @Option(
            names = "--on-lost",
            defaultValue = "discard",
            description =
                    "What becomes of unfinished work when the lease is lost: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE})")
    private OnLost onLost;

    @Option(
            names = "--parallel",
            paramLabel = "N",
            defaultValue = "1",
            description = "Tasks at a time (${DEFAULT-VALUE})")
    private int parallel;

    @Option(names = "--once", description = "Work on one task; exit code 9 if there is none, 10 if it did not succeed")
    private boolean once;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "How long a claim waits, 0 to 60 (${DEFAULT-VALUE})")
    private int wait;

    @Option(
            names = "--grace",
            paramLabel = "DURATION",
            defaultValue = "PT30S",
            description = "What running commands have to finish after SIGTERM (${DEFAULT-VALUE})")
    private Duration grace;

    @Option(
            names = "--time-limit",
            paramLabel = "DURATION",
            description = "Kill a command after this time, such as PT1H")
    private Duration timeLimit;

    @Option(names = "--pass-token", description = "Give the command the token, as $BATON_TOKEN")
    private boolean passToken;

    @Option(names = "--quiet", description = "Leave out the output of the commands")
    private boolean quiet;

    @Override
    public Integer call() {
        String chosen = mapping != null ? mapping : lifecycle;
        if (chosen == null) {
            throw new UsageProblem("Name the lifecycle with --lifecycle, or a mapping with --mapping.");
        }
        if (printMapping) {
            out().text(Worker.mapping(chosen));
            return ExitCodes.OK;
        }
        check();
        String token = options().token();
        WorkerLog log = new WorkerLog(
                spec().commandLine().getErr(), options().json(), System.console() != null, List.of(token));
        warnAboutFile();
        Worker worker =
                new Worker(settings(chosen, token), new ServerClient(options().server(), "Bearer " + token), log);
        Runtime.getRuntime().addShutdownHook(new Thread(worker::stop, "stop"));
        return switch (worker.run()) {
            case STOPPED, DONE -> ExitCodes.OK;
            case NOT_DONE -> ExitCodes.NOT_DONE;
            case NOTHING -> ExitCodes.NOTHING;
        };
    }

    private void check() {
        if (command == null || command.isBlank()) {
            throw new UsageProblem("Name the command with --run.");
        }
        checkWait(wait);
        if (parallel < 1 || parallel > 100 || once && parallel > 1) {
            throw new UsageProblem("--parallel is a number from 1 to 100, and 1 with --once.");
        }
        checkTime("--grace", grace, Duration.ZERO);
        if (timeLimit != null) {
            checkTime("--time-limit", timeLimit, Duration.ofMillis(1));
        }
        if (repository == null && !Files.isDirectory(folder)) {
            throw new UsageProblem("--dir: there is no folder " + folder + ".");
        }
    }

    private static void checkTime(String option, Duration time, Duration shortest) {
        if (time.compareTo(shortest) < 0 || time.compareTo(LONGEST) > 0) {
            throw new UsageProblem(option + " is a duration such as PT30S, at most " + LONGEST.toDays() + " days.");
        }
    }

    private void warnAboutFile() {
        if (options().tokenFile() != null
                && Credentials.readableByOthers(options().tokenFile())) {
            spec().commandLine()
                    .getErr()
                    .println("Other users can read " + options().tokenFile() + ": run chmod 600 on it.");
        }
    }

    private WorkerSettings settings(String chosen, String token) {
        return new WorkerSettings(
                chosen,
                mapping == null ? null : lifecycle,
                command,
                folder.toAbsolutePath(),
                repository,
                into,
                worktrees,
                merge,
                onLost == OnLost.KEEP,
                parallel,
                once,
                wait,
                grace,
                timeLimit,
                quiet,
                passToken ? token : null);
    }
}
