package dev.baton.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tokens that {@code baton login} has stored, by server. The file is readable by its owner only. Tokens come from files
 * and environment variables alone: an argument would be visible to every user of the machine.
 */
public final class Credentials {

    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rw-------");
    private static final String DEFAULT = "default";
    private static final String TOKENS = "tokens";

    private final Path file;

    public Credentials(Map<String, String> environment) {
        String config = environment.get("XDG_CONFIG_HOME");
        Path home = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
        this.file = (config == null || config.isBlank() ? home.resolve(".config") : Path.of(config))
                .resolve("baton")
                .resolve("credentials.json");
    }

    public Path file() {
        return file;
    }

    /** The server of the last login. */
    public Optional<URI> server() {
        return Optional.ofNullable(read().path(DEFAULT).asText(null)).map(URI::create);
    }

    public Optional<String> token(URI server) {
        return Optional.ofNullable(read().path(TOKENS).path(server.toString()).asText(null));
    }

    public void store(URI server, String token) throws IOException {
        ObjectNode all = read();
        all.put(DEFAULT, server.toString());
        all.withObject("/" + TOKENS).put(server.toString(), token);
        Files.createDirectories(file.getParent());
        Path fresh = Files.createTempFile(file.getParent(), "credentials", ".tmp", ownerOnly());
        Files.writeString(fresh, all.toPrettyString() + "\n");
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private ObjectNode read() {
        try {
            JsonNode read = Json.read(Files.readString(file));
            return read.isObject() ? (ObjectNode) read : Json.object();
        } catch (NoSuchFileException e) {
            return Json.object();
        } catch (IOException | IllegalArgumentException e) {
            throw new UsageProblem(file + " can't be read. Correct or delete it, then run 'baton login' again.");
        }
    }

    /** The first line of a file. */
    public static String readToken(Path file) {
        try {
            return Files.readString(file)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .findFirst()
                    .orElseThrow(() -> new UsageProblem("The token file " + file + " is empty."));
        } catch (IOException e) {
            throw new UsageProblem("The token file " + file + " can't be read.");
        }
    }

    /** Whether users other than the owner can read the file. */
    public static boolean readableByOthers(Path file) {
        try {
            Set<PosixFilePermission> others = EnumSet.copyOf(Files.getPosixFilePermissions(file));
            others.removeAll(PosixFilePermissions.fromString("rwx------"));
            return others.contains(PosixFilePermission.GROUP_READ) || others.contains(PosixFilePermission.OTHERS_READ);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }

    /** Creates an empty file that only its owner can read. */
    public static void createOwnerOnly(Path file) throws IOException {
        Files.createFile(file, ownerOnly());
    }

    private static FileAttribute<?>[] ownerOnly() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER)}
                : new FileAttribute<?>[0];
    }
}
