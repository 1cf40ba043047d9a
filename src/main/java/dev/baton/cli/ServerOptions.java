package dev.baton.cli;

import dev.baton.cli.client.Credentials;
import dev.baton.cli.client.ServerClient;
import dev.baton.cli.client.UsageProblem;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which server, and as whom. */
final class ServerOptions {

    private static final String LOCAL = "http://127.0.0.1:8080";

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "The server. Default: $BATON_SERVER, the server of the last login, or " + LOCAL)
    private String server;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "A file with an API token. Default: $BATON_TOKEN, $BATON_TOKEN_FILE, or the token of 'baton login'")
    private Path tokenFile;

    @Option(names = "--json", description = "Print JSON")
    private boolean json;

    private final Map<String, String> environment = System.getenv();

    boolean json() {
        return json;
    }

    Path tokenFile() {
        return tokenFile;
    }

    ServerClient client() {
        return new ServerClient(server(), "Bearer " + token());
    }

    URI server() {
        String given = server != null ? server : environment.get("BATON_SERVER");
        return given != null && !given.isBlank()
                ? address(given)
                : new Credentials(environment).server().orElse(URI.create(LOCAL));
    }

    /** Never part of a message or a log. */
    String token() {
        if (tokenFile != null) {
            return checked(Credentials.readToken(tokenFile));
        }
        String direct = environment.get("BATON_TOKEN");
        if (direct != null && !direct.isBlank()) {
            return checked(direct.strip());
        }
        String file = environment.get("BATON_TOKEN_FILE");
        if (file != null && !file.isBlank()) {
            return checked(Credentials.readToken(Path.of(file)));
        }
        URI address = server();
        Optional<String> stored = new Credentials(environment).token(address);
        return checked(stored.orElseThrow(() -> new NotSignedIn("Not signed in to " + address
                + ". Run 'baton login --server " + address + " --user NAME', or use --token-file or $BATON_TOKEN.")));
    }

    private static String checked(String token) {
        if (!token.matches("[\\x21-\\x7e]{1,1000}")) {
            throw new UsageProblem("The token has characters that no token has. Does the file hold something else?");
        }
        return token;
    }

    static URI address(String text) {
        String trimmed = text.strip().replaceAll("/+$", "");
        try {
            URI address = URI.create(trimmed);
            String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
            if ((scheme.equals("http") || scheme.equals("https"))
                    && address.getHost() != null
                    && address.getUserInfo() == null
                    && address.getQuery() == null) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            // the message below says what is expected
        }
        throw new UsageProblem("'" + text + "' is not the address of a server; it looks like " + LOCAL);
    }
}
