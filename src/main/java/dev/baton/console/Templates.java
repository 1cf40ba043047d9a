package dev.baton.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.ClassPathResource;

/** The HTML documents that the server itself sends. */
final class Templates {

    private Templates() {}

    static String read(String name) {
        try {
            return new ClassPathResource("console/" + name).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
