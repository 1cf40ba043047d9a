package dev.baton.cli.worker;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What becomes of the changes of a successful run. */
public final class Delivery {

    /** {@code --merge} */
    public enum Mode {
        /** Commit, put the commit on top of the target, and move the target forward. */
        FF,
        /** Commit, and leave the branch. */
        BRANCH,
        /** The command commits and merges itself. */
        NONE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Repository repository;
    private final Mode mode;
    private final WorkerLog log;

    Delivery(Repository repository, Mode mode, WorkerLog log) {
        this.repository = repository;
        this.mode = mode;
        this.log = log;
    }

    /** The outcome of work that an earlier run has merged and could not report. */
    Optional<Outcome> doneBefore(Work work) {
        return mode == Mode.FF
                ? repository
                        .merged(work)
                        .map(commit -> Outcome.success()
                                .with("commit", commit)
                                .with("merged", true)
                                .with("summary", "An earlier run has done and merged this."))
                : Optional.empty();
    }

    /** Whether the branch of a run stays. */
    boolean keepsBranch(Outcome outcome, Worktree tree) {
        boolean successful = outcome.is(Outcome.Kind.SUCCESS) && mode != Mode.FF;
        return (successful || outcome.values().path("keepBranch").asBoolean()) && tree.hasCommits();
    }

    Outcome deliver(Outcome success, Worktree tree, LeaseKeeper lease) {
        Optional<String> refused = mode == Mode.NONE ? tree.broken() : tree.commit();
        if (refused.isPresent()) { // giving the task back would have the command run again without an end
            return Outcome.failure("The commit was refused: " + refused.get());
        }
        if (!tree.hasCommits()) {
            return success;
        }
        if (mode == Mode.FF) {
            return merge(success, tree, lease);
        }
        return success.with("commit", tree.head()).with("branch", tree.branch());
    }

    /** The lease is confirmed while nobody else can merge, so a worker that lost its task merges nothing. */
    private Outcome merge(Outcome success, Worktree tree, LeaseKeeper lease) {
        return lease.whenConfirmed(repository::locked, () -> {
            String target = repository.target();
            if (!repository.contains(tree.head(), repository.tip())) {
                List<String> conflicts = tree.rebase();
                if (!conflicts.isEmpty()) {
                    return Outcome.failure("The work conflicts with " + target + ", which has changed meanwhile, in "
                            + String.join(", ", conflicts) + ". The next attempt starts from the new " + target + ".");
                }
            }
            String commit = tree.head();
            Optional<String> inTheWay = repository.forward(commit);
            if (inTheWay.isPresent()) {
                return Outcome.block("The work is done and on the branch " + tree.branch()
                                + ", but could not be merged. " + inTheWay.get())
                        .with("keepBranch", true);
            }
            log.info(lease.taskId(), "merged " + commit.substring(0, 10) + " into " + target);
            return success.with("commit", commit).with("merged", true);
        });
    }
}
