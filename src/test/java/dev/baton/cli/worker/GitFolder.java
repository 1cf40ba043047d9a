package dev.baton.cli.worker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A real repository for a test, with one commit on main. */
final class GitFolder {

    private final Path path;

    private GitFolder(Path path) {
        this.path = path;
    }

    static GitFolder create(Path path) {
        try {
            Files.createDirectories(path);
            GitFolder folder = new GitFolder(path);
            folder.git("init", "--quiet", "--initial-branch=main");
            folder.git("config", "user.name", "Somebody");
            folder.git("config", "user.email", "somebody@example.com");
            folder.write("shared.txt", "start\n");
            folder.git("add", "--all");
            folder.git("commit", "--quiet", "-m", "Begin");
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path path() {
        return path;
    }

    String git(String... arguments) {
        return Git.must(path, arguments);
    }

    void write(String name, String text) {
        try {
            Files.writeString(path.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String read(String name) {
        return git("show", "main:" + name);
    }

    /** The works that main has, oldest first. */
    List<String> works() {
        return git("log", "--reverse", "--format=%(trailers:key=Baton-Work,valueonly)", "main")
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
    }

    /** Nothing but main is left: no worktree, no branch, no file beside the repository. */
    List<String> leftOver() {
        List<String> left = new java.util.ArrayList<>(
                git("worktree", "list").lines().skip(1).toList());
        git("branch", "--format=%(refname:short)")
                .lines()
                .filter(branch -> !branch.equals("main"))
                .forEach(left::add);
        Path folder = path.resolveSibling(path.getFileName() + ".worktrees");
        if (Files.exists(folder)) {
            try (var files = Files.list(folder)) {
                files.map(Path::toString).forEach(left::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return left;
    }
}
