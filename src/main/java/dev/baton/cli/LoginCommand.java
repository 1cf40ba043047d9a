package dev.baton.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.client.Credentials;
import dev.baton.cli.client.ServerClient;
import dev.baton.cli.client.UsageProblem;
import dev.baton.json.Json;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "login",
        mixinStandardHelpOptions = true,
        description = {
            "Sign in with a password, once, and keep an API token for the other commands.",
            "The password is asked for, or read from standard input; it is stored nowhere."
        })
final class LoginCommand extends ServerCommand {

    @Option(names = "--user", required = true, paramLabel = "NAME", description = "Who signs in")
    private String user;

    @Option(names = "--name", defaultValue = "baton login", description = "The token's name (${DEFAULT-VALUE})")
    private String name;

    @Option(names = "--expires-in", paramLabel = "DURATION", description = "How long the token is valid, such as P30D")
    private String expiresIn;

    @Option(names = "--password-stdin", description = "Read the password from standard input")
    private boolean fromStandardInput;

    @Option(
            names = "--save-to",
            paramLabel = "FILE",
            description = "Write the token to this file instead, for --token-file")
    private Path file;

    @Override
    public Integer call() throws IOException {
        if (file != null
                && (Files.isDirectory(file)
                        || !Files.isDirectory(file.toAbsolutePath().getParent()))) {
            throw new UsageProblem("--save-to: " + file + " can't be written.");
        }
        URI server = options().server();
        String basic = Base64.getEncoder().encodeToString((user + ":" + password()).getBytes(StandardCharsets.UTF_8));
        ObjectNode body = Json.object().put("user", user).put("name", name);
        if (expiresIn != null) {
            body.put("expiresIn", expiresIn);
        }
        JsonNode issued = new ServerClient(server, "Basic " + basic)
                .post("/api/tokens", body, null)
                .json();
        Path stored = store(server, issued.path("token").asText());
        ObjectNode answer = Json.object().put("server", server.toString()).put("user", user);
        answer.put("tokenId", issued.path("id").asText());
        answer.set("expiresAt", issued.path("expiresAt"));
        answer.put("file", stored.toString());
        return print(
                answer,
                () -> out().line("Signed in to " + server + " as " + user + " until "
                        + Output.text(issued.path("expiresAt")) + ". The token is in " + stored));
    }

    private Path store(URI server, String token) {
        Credentials credentials = new Credentials(System.getenv());
        Path stored = file == null ? credentials.file() : file;
        try {
            if (file == null) {
                credentials.store(server, token);
            } else {
                Files.deleteIfExists(file);
                Credentials.createOwnerOnly(file);
                Files.writeString(file, token + "\n");
            }
            return stored;
        } catch (IOException e) {
            throw new UsageProblem("The token can't be stored: " + stored + " can't be written.");
        }
    }

    private String password() throws IOException {
        if (fromStandardInput) {
            String line = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
            return line == null ? "" : line;
        }
        Console console = System.console();
        if (console == null) {
            throw new UsageProblem("There is no terminal to ask for the password; use --password-stdin.");
        }
        char[] typed = console.readPassword("Password of %s: ", user);
        return typed == null ? "" : new String(typed);
    }
}
