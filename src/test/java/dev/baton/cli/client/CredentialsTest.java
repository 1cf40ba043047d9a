package dev.baton.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialsTest {

    private static final URI ONE = URI.create("http://one.example:8080");
    private static final URI TWO = URI.create("https://two.example");

    @TempDir
    private Path home;

    @Test
    void everyServerHasItsOwnTokenInAFileForTheOwnerOnly() throws IOException {
        Credentials credentials = new Credentials(Map.of("XDG_CONFIG_HOME", home.toString()));
        assertThat(credentials.server()).isEmpty();
        credentials.store(ONE, "token-1");
        credentials.store(TWO, "token-2");
        assertThat(credentials.server()).contains(TWO);
        assertThat(credentials.token(ONE)).contains("token-1");
        assertThat(credentials.token(URI.create("http://one.example.evil"))).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(credentials.file())))
                .isEqualTo("rw-------");
        assertThat(Credentials.readableByOthers(credentials.file())).isFalse();
    }
}
