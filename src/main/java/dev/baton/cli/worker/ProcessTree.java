package dev.baton.cli.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A process with everything that it started. */
final class ProcessTree {

    private static final int PATIENCE_SECONDS = 3;

    /** Gives a command a process group of its own, so that children whose parent has ended are found, too. */
    private static final boolean SETSID =
            Stream.of("/usr/bin/setsid", "/bin/setsid").anyMatch(file -> Files.isExecutable(Path.of(file)));

    private final ProcessHandle root;

    private ProcessTree(ProcessHandle root) {
        this.root = root;
    }

    static ProcessTree of(ProcessHandle root) {
        return new ProcessTree(root);
    }

    /** The words that run a command of the shell so that all of it can be killed. */
    static List<String> shell(String command) {
        return SETSID ? List.of("setsid", "sh", "-c", command) : List.of("sh", "-c", command);
    }

    /** Asks all of them to end, and kills what has not ended after a few seconds. */
    void kill() {
        List<ProcessHandle> all = members();
        signal("TERM");
        all.forEach(ProcessHandle::destroy);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (all.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() < end) {
            LockSupport.parkNanos(20_000_000);
        }
        all.addAll(members());
        killLeftOver();
        all.forEach(ProcessHandle::destroyForcibly);
    }

    /** What a command that has ended left running. */
    void killLeftOver() {
        signal("KILL");
    }

    private List<ProcessHandle> members() {
        List<ProcessHandle> all = new ArrayList<>(root.descendants().toList());
        all.add(root);
        return all;
    }

    private void signal(String name) {
        if (!SETSID) {
            return;
        }
        try {
            new ProcessBuilder("sh", "-c", "kill -" + name + " -" + root.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (IOException e) {
            // without a shell the handles have to be enough
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
