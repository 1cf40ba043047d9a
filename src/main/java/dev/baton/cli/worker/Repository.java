package dev.baton.cli.worker;

import dev.baton.cli.client.UsageProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** A git repository on this machine whose work is merged into one branch. Every run has a worktree of its own. */
final class Repository {

    private final Path path;
    private final String target;
    private final Path folder;
    private final RepositoryLock lock;

    private Repository(Path path, String target, Path folder, RepositoryLock lock) {
        this.path = path;
        this.target = target;
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * @param into null for the branch that is checked out
     * @param worktrees null for a folder beside the repository
     */
    static Repository open(Path given, String into, Path worktrees) {
        Path path = root(given);
        Git.Result head = Git.run(path, "symbolic-ref", "--short", "HEAD");
        if (into == null && !head.ok()) {
            throw new UsageProblem(given + " has no branch checked out; name the branch to merge into with --into.");
        }
        String target = into == null ? head.out() : into;
        if (!Git.run(path, "rev-parse", "--verify", "--quiet", "refs/heads/" + target + "^{commit}")
                .ok()) {
            throw new UsageProblem(given + " has no commit on a branch '" + target + "'.");
        }
        Path common =
                path.resolve(Git.must(path, "rev-parse", "--git-common-dir")).normalize();
        Path folder = worktrees == null
                ? path.resolveSibling(path.getFileName() + ".worktrees")
                : worktrees.toAbsolutePath().normalize();
        return new Repository(path, target, folder, new RepositoryLock(common.resolve("baton.lock")));
    }

    /** A folder within a checkout stands for all of it. */
    private static Path root(Path given) {
        Path path = given.toAbsolutePath().normalize();
        if (!Files.isDirectory(path) || !Git.run(path, "rev-parse", "--git-dir").ok()) {
            throw new UsageProblem(given + " is not a git repository.");
        }
        Git.Result checkout =
                Git.run(path, "rev-parse", "--show-cdup"); // empty at the top, and fails in a bare repository
        return checkout.ok() ? path.resolve(checkout.out()).normalize() : path;
    }

    Path path() {
        return path;
    }

    /** Where the worktrees are. */
    Path folder() {
        return folder;
    }

    String target() {
        return target;
    }

    <T> T locked(Supplier<T> work) {
        return lock.during(work);
    }

    String tip() {
        return Git.must(path, "rev-parse", "refs/heads/" + target);
    }

    /** The commit of the target that this work has led to already. */
    Optional<String> merged(Work work) {
        Git.Result found = Git.run(
                path,
                "log",
                "--max-count=1",
                "--format=%H",
                "--since=" + work.since().minus(Duration.ofDays(1)),
                "--extended-regexp",
                "--grep=^" + work.trailer().replace(".", "\\.") + "$",
                "refs/heads/" + target);
        return Optional.of(found.out()).filter(commit -> found.ok() && !commit.isEmpty() && isOf(commit, work));
    }

    /** Whether the commit says that it is this work. */
    boolean isOf(String commit, Work work) {
        return trailers(commit).lines().anyMatch(work.name()::equals);
    }

    /** Whether the commit is finished work of any task that is not merged yet. */
    boolean isFinished(String commit) {
        return !contains(tip(), commit) && !trailers(commit).isBlank();
    }

    /** The names of the work that the commit contains, one in a line. */
    private String trailers(String commit) {
        return Git.run(path, "show", "--no-patch", "--format=%(trailers:key=" + Work.TRAILER + ",valueonly)", commit)
                .out();
    }

    Optional<String> branchTip(String branch) {
        Git.Result found = Git.run(path, "rev-parse", "--verify", "--quiet", "refs/heads/" + branch);
        return found.ok() ? Optional.of(found.out()) : Optional.empty();
    }

    boolean contains(String commit, String ancestor) {
        return Git.run(path, "merge-base", "--is-ancestor", ancestor, commit).ok();
    }

    void deleteBranch(String branch) {
        Git.run(path, "branch", "-D", branch);
    }

    /**
     * Moves the target forward. A worktree in which the target is checked out moves along.
     *
     * @return why not, if files in that worktree are in the way
     */
    Optional<String> forward(String commit) {
        Optional<Path> checkedOut = checkedOut();
        if (checkedOut.isEmpty()) {
            Git.must(path, "update-ref", "-m", "baton: merge", "refs/heads/" + target, commit, tip());
            return Optional.empty();
        }
        Git.Result merge = Git.run(checkedOut.get(), "merge", "--ff-only", "--quiet", commit);
        return merge.ok()
                ? Optional.empty()
                : Optional.of(
                        target + " is checked out in " + checkedOut.get() + " and can't be moved: " + merge.said());
    }

    private Optional<Path> checkedOut() {
        Path current = null;
        for (String line :
                Git.must(path, "worktree", "list", "--porcelain").lines().toList()) {
            if (line.startsWith("worktree ")) {
                current = Path.of(line.substring("worktree ".length()));
            } else if (line.equals("branch refs/heads/" + target)) {
                return Optional.ofNullable(current);
            }
        }
        return Optional.empty();
    }
}
