package dev.baton.cli.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The folder in which a command works: a checkout of its own, on a branch of its own. */
final class Worktree {

    private final Repository repository;
    private final Work work;
    private final Path path;
    private final String branch;
    private final String base;
    private final boolean finished;
    private final OwnerFile owner;

    private Worktree(
            Repository repository,
            Work work,
            Path path,
            String branch,
            String base,
            boolean finished,
            OwnerFile owner) {
        this.repository = repository;
        this.work = work;
        this.path = path;
        this.branch = branch;
        this.base = base;
        this.finished = finished;
        this.owner = owner;
    }

    /** Starts at the newest commit of the target, or at the commit of an earlier run that was finished and not merged. */
    static Worktree create(Repository repository, Work work) {
        return repository.locked(() -> {
            Path path = repository.folder().resolve(work.folder() + "." + work.run());
            try {
                Files.createDirectories(repository.folder());
            } catch (IOException e) {
                throw new Git.Problem(repository.folder() + " can't be created: " + e.getMessage());
            }
            OwnerFile owner = OwnerFile.create(path);
            String target = repository.tip();
            Optional<String> earlier = repository.branchTip(work.branch()).filter(tip -> repository.isOf(tip, work));
            String start = earlier.orElse(target);
            String branch = work.branch();
            if (!add(repository, path, branch, start).ok()) {
                branch = work.branch() + "-" + work.run(); // a run that lost its lease has not ended yet
                Git.Result second = add(repository, path, branch, start);
                if (!second.ok()) {
                    owner.close();
                    throw new Git.Problem("No worktree for the task: " + second.said());
                }
            }
            owner.write(branch, null);
            return new Worktree(repository, work, path, branch, target, earlier.isPresent(), owner);
        });
    }

    private static Git.Result add(Repository repository, Path path, String branch, String start) {
        return Git.run(repository.path(), "worktree", "add", "--quiet", "-B", branch, path.toString(), start);
    }

    Path path() {
        return path;
    }

    String branch() {
        return branch;
    }

    /** An earlier run has done the work; only the merge is missing. */
    boolean finished() {
        return finished;
    }

    void started(ProcessHandle command) {
        owner.write(branch, command);
    }

    String head() {
        return Git.must(path, "rev-parse", "HEAD");
    }

    boolean hasCommits() {
        return !head().equals(base);
    }

    /** Why git can't be used here any more, because of what the command did. */
    Optional<String> broken() {
        boolean usable =
                Files.isDirectory(path) && Git.run(path, "rev-parse", "HEAD").ok();
        return usable ? Optional.empty() : Optional.of("the command has removed its folder or the repository in it");
    }

    /**
     * Commits what the command changed, on top of its own commits if it made some. The last commit names the work.
     *
     * @return why not: the command left conflicts or what git does not take, or a hook of the repository refused it
     */
    Optional<String> commit() {
        Optional<String> broken = broken();
        if (broken.isPresent()) {
            return broken;
        }
        List<String> conflicts = conflicts();
        if (!conflicts.isEmpty()) {
            return Optional.of("there are conflicts in " + String.join(", ", conflicts));
        }
        Git.Result added = Git.run(path, "add", "--all");
        if (!added.ok()) {
            return Optional.of(added.said());
        }
        boolean changed = !Git.run(path, "diff", "--cached", "--quiet").ok();
        if (!changed && (!hasCommits() || repository.isOf(head(), work))) {
            return Optional.empty();
        }
        Git.Result commit = Git.run(
                path,
                changed
                        ? identity("commit", "--quiet", "-m", work.title(), "-m", work.trailer())
                        : identity("commit", "--quiet", "--amend", "--no-edit", "--trailer", work.trailer()));
        return commit.ok() ? Optional.empty() : Optional.of(commit.said());
    }

    /** Keeps unfinished work under another name; it is never merged. */
    String keepAside() {
        String kept = "baton-lost/" + work.folder() + "-" + work.run();
        Git.run(path, "add", "--all");
        if (!Git.run(path, "diff", "--cached", "--quiet").ok()) {
            Git.must(path, identity("commit", "--quiet", "--no-verify", "-m", "Unfinished: " + work.title()));
        }
        Git.must(path, "branch", "--force", kept, "HEAD");
        return kept;
    }

    /** @return the files in conflict; empty if the work is on top of the target now */
    List<String> rebase() {
        Git.Result rebase = Git.run(path, identity("rebase", "--quiet", "refs/heads/" + repository.target()));
        if (rebase.ok()) {
            return List.of();
        }
        List<String> files = conflicts();
        Git.run(path, "rebase", "--abort");
        return files.isEmpty() ? List.of(rebase.said()) : files;
    }

    private List<String> conflicts() {
        return Git.must(path, "diff", "--name-only", "--diff-filter=U").lines().toList();
    }

    /** Removes the worktree, and the branch unless it is to stay. */
    void remove(boolean keepBranch) {
        repository.locked(() -> {
            remove(repository, path);
            if (!keepBranch) {
                repository.deleteBranch(branch);
            }
            owner.close();
            return null;
        });
    }

    private static void remove(Repository repository, Path path) {
        Git.run(repository.path(), "worktree", "remove", "--force", "--force", path.toString());
        delete(path);
        Git.run(repository.path(), "worktree", "prune");
    }

    /** Removes what workers of this machine that died have left: their command, their worktree, and unfinished branches. */
    static List<String> sweep(Repository repository) {
        if (!Files.isDirectory(repository.folder())) {
            return List.of();
        }
        return repository.locked(() -> {
            List<String> swept = new ArrayList<>();
            for (Path file : ownerFiles(repository.folder())) {
                OwnerFile.lock(file).ifPresent(dead -> {
                    dead.orphan().ifPresent(command -> ProcessTree.of(command).kill());
                    String branch = dead.read().path("branch").asText("");
                    remove(repository, dead.worktree());
                    repository
                            .branchTip(branch)
                            .filter(tip -> branch.startsWith("baton/") && !repository.isFinished(tip))
                            .ifPresent(tip -> repository.deleteBranch(branch));
                    dead.close();
                    swept.add(dead.worktree().getFileName().toString());
                });
            }
            return swept;
        });
    }

    private static List<Path> ownerFiles(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(OwnerFile.SUFFIX))
                    .toList();
        } catch (IOException e) {
            throw new Git.Problem(folder + " can't be listed: " + e.getMessage());
        }
    }

    /** What git leaves when files that it does not know are in the way. */
    private static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new Git.Problem(folder + " can't be deleted: " + e.getMessage());
        }
    }

    /** The user's own name if git has one. */
    private String[] identity(String... arguments) {
        if (Git.run(path, "config", "user.email").ok()) {
            return arguments;
        }
        List<String> all =
                new ArrayList<>(List.of("-c", "user.name=Baton worker", "-c", "user.email=worker@baton.invalid"));
        all.addAll(List.of(arguments));
        return all.toArray(String[]::new);
    }
}
