package dev.baton.security;

import dev.baton.core.StartupFailure;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings under {@code baton.mcp}.
 *
 * @param origins the values of the header Origin that are accepted at /mcp, beside the server's own on a loopback address
 */
@ConfigurationProperties("baton.mcp")
record McpSettings(@DefaultValue List<String> origins) {

    private static final Pattern ORIGIN = Pattern.compile("[a-z][a-z0-9+.-]*://[^/\\s,]+");

    McpSettings {
        origins = List.copyOf(origins);
        origins.forEach(origin -> {
            if (!ORIGIN.matcher(origin).matches()) {
                throw new StartupFailure("The setting baton.mcp.origins can't hold '" + origin
                        + "'; it has to be origins such as https://baton.example.org, separated by commas.");
            }
        });
    }
}
