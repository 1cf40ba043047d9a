package dev.baton.database;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the files of an H2 database readable by their owner only, because they contain all tasks and the hashes of passwords and
 * tokens. H2 would create them with the process's default permissions.
 */
final class OwnerOnlyFiles {

    private static final Logger LOG = LoggerFactory.getLogger(OwnerOnlyFiles.class);
    /** A path after {@code file:} or without a scheme; in-memory and remote databases have other schemes. */
    private static final Pattern FILE_URL = Pattern.compile("jdbc:h2:(?:file:)?((?![A-Za-z]{2,}:)[^;]+).*");

    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    private OwnerOnlyFiles() {}

    /** Has to be called before the first connection. */
    static void prepare(String url) {
        database(url).ifPresent(file -> {
            try {
                prepare(file);
            } catch (IOException | UnsupportedOperationException e) {
                LOG.warn(
                        "The files of the database {} could not be made readable by their owner only: {}",
                        file,
                        e.toString());
            }
        });
    }

    /** The path of the database without the endings that H2 adds. */
    static Optional<Path> database(String url) {
        Matcher file = FILE_URL.matcher(url);
        if (!file.matches()) {
            return Optional.empty();
        }
        String path =
                file.group(1).replaceFirst("^~(?=/|$)", Matcher.quoteReplacement(System.getProperty("user.home")));
        return Optional.of(Path.of(path).toAbsolutePath().normalize());
    }

    private static void prepare(Path database) throws IOException {
        Path folder = database.getParent();
        Files.createDirectories(folder.getParent() == null ? folder : folder.getParent());
        if (!Files.getFileStore(Files.exists(folder) ? folder : folder.getParent())
                .supportsFileAttributeView("posix")) {
            return;
        }
        if (!Files.isDirectory(folder)) {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(FOLDER));
        }
        List<Path> files = files(folder);
        String name = database.getFileName() + ".";
        boolean onlyDatabase =
                files.stream().allMatch(file -> file.getFileName().toString().startsWith(name));
        createEmpty(folder.resolve(name + "mv.db"));
        for (Path file : files(folder)) {
            if (file.getFileName().toString().startsWith(name) && Files.isRegularFile(file)) {
                Files.setPosixFilePermissions(file, FILE);
            }
        }
        if (!Files.getPosixFilePermissions(folder).equals(FOLDER)) {
            if (onlyDatabase) {
                Files.setPosixFilePermissions(folder, FOLDER);
                LOG.info("The folder {} could be read by others; from now on only its owner can", folder);
            } else {
                LOG.warn(
                        "The folder {} can be read by others; it holds more than the database, so that is left as it is",
                        folder);
            }
        }
    }

    /** H2 accepts an empty file as a new database, so the file never exists with wider permissions. */
    private static void createEmpty(Path file) throws IOException {
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(FILE));
        } catch (FileAlreadyExistsException e) {
            // an existing database
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }
}
