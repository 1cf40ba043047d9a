package dev.baton.cli.worker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.json.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A file beside a worktree that its worker keeps locked. The system releases the lock when the worker dies, so others can tell
 * a worktree that is left over. It names the branch and the process of the command.
 */
final class OwnerFile implements AutoCloseable {

    static final String SUFFIX = ".owner";

    /** Closing any channel of a file releases this process's lock on it, so its own files must not be opened twice. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private OwnerFile(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    static OwnerFile create(Path worktree) {
        Path file = worktree.resolveSibling(worktree.getFileName() + SUFFIX);
        return lock(file).orElseThrow(() -> new Git.Problem(file + " is locked by another worker."));
    }

    /** Empty if a living worker has it. */
    static Optional<OwnerFile> lock(Path file) {
        if (!OWN.add(file)) {
            return Optional.empty();
        }
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileLock held = channel.tryLock();
            if (held != null) {
                return Optional.of(new OwnerFile(file, channel));
            }
            channel.close();
        } catch (IOException e) {
            OWN.remove(file);
            throw new Git.Problem(file + " can't be locked: " + e.getMessage());
        }
        OWN.remove(file);
        return Optional.empty();
    }

    Path worktree() {
        String name = file.getFileName().toString();
        return file.resolveSibling(name.substring(0, name.length() - SUFFIX.length()));
    }

    void write(String branch, ProcessHandle command) {
        var owner = Json.object().put("branch", branch);
        if (command != null) {
            owner.put("pid", command.pid());
            command.info().startInstant().ifPresent(at -> owner.put("started", at.toString()));
        }
        try {
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(owner.toString().getBytes(StandardCharsets.UTF_8)), 0);
        } catch (IOException e) {
            throw new Git.Problem(file + " can't be written: " + e.getMessage());
        }
    }

    JsonNode read() {
        try {
            ByteBuffer content = ByteBuffer.allocate(10_000);
            int length = channel.read(content, 0);
            return Json.read(new String(content.array(), 0, Math.max(0, length), StandardCharsets.UTF_8));
        } catch (IOException | IllegalArgumentException e) {
            return Json.object();
        }
    }

    /** The command that the dead worker left running. */
    Optional<ProcessHandle> orphan() {
        JsonNode owner = read();
        String started = owner.path("started").asText();
        return ProcessHandle.of(owner.path("pid").asLong(-1))
                .filter(process -> process.info()
                        .startInstant()
                        .map(at -> at.toString().equals(started))
                        .orElse(false));
    }

    /** Deletes the file, too. */
    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
            channel.close();
        } catch (IOException e) {
            throw new Git.Problem(file + " can't be deleted: " + e.getMessage());
        } finally {
            OWN.remove(file);
        }
    }
}
