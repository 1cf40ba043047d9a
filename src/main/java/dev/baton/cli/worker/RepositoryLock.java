package dev.baton.cli.worker;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * One worker at a time merges into a repository or changes its worktrees: of all threads (the Java lock) and of all processes of
 * this machine (the file lock, which the system releases when a process dies).
 */
final class RepositoryLock {

    private static final Map<Path, ReentrantLock> OF_THIS_PROCESS = new ConcurrentHashMap<>();

    private final Path file;

    RepositoryLock(Path file) {
        this.file = file;
    }

    /** Can be nested. */
    <T> T during(Supplier<T> work) {
        ReentrantLock threads = OF_THIS_PROCESS.computeIfAbsent(file, f -> new ReentrantLock(true));
        threads.lock();
        try {
            if (threads.getHoldCount() > 1) {
                return work.get();
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock held = channel.lock()) {
                return work.get();
            } catch (IOException e) {
                throw new Git.Problem(file + " can't be locked: " + e.getMessage());
            }
        } finally {
            threads.unlock();
        }
    }
}
