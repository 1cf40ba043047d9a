package dev.baton.security;

import dev.baton.core.Groups;
import dev.baton.core.Refusal;
import dev.baton.core.StartupFailure;
import dev.baton.engine.identity.Identities;
import dev.baton.engine.identity.PasswordSettings;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Creates the first admin and prints the server's addresses. A generated password is printed to the console only: logs may
 * be kept.
 */
@Component
class FirstStart {

    private static final Logger LOG = LoggerFactory.getLogger(FirstStart.class);
    private static final String ADMIN_USER = "admin";
    private static final int PASSWORD_BYTES = 15;

    /** If set, the console holds one JSON document per line, so the addresses are logged instead of printed. */
    private static final String STRUCTURED = "logging.structured.format.console";

    private final Identities identities;
    private final PasswordSettings passwords;
    private final String configuredPassword;
    private final PrintStream console = System.out;

    FirstStart(Identities identities, PasswordSettings passwords, SecuritySettings settings) {
        this.identities = identities;
        this.passwords = passwords;
        this.configuredPassword = settings.adminPassword();
    }

    @EventListener
    void ready(ApplicationReadyEvent event) {
        String generated = createAdmin();
        if (!(event.getApplicationContext() instanceof ServletWebServerApplicationContext context)) {
            return;
        }
        String address = context.getEnvironment().getProperty("server.address", "127.0.0.1");
        String base = "http://" + ("0.0.0.0".equals(address) ? "127.0.0.1" : address) + ":"
                + context.getWebServer().getPort();
        if (context.getEnvironment().containsProperty(STRUCTURED)) {
            LOG.info(
                    "Baton is running: console {}/, Tasklist and Cockpit {}/camunda/app/, API {}/api",
                    base,
                    base,
                    base);
        } else {
            printAddresses(base);
        }
        if (generated != null) {
            console.println(
                    "    First start: user '" + ADMIN_USER + "', password '" + generated + "' (shown this once)");
            console.println();
        }
    }

    private void printAddresses(String base) {
        console.println();
        console.println("  Baton is running.");
        console.println("    Console             " + base + "/");
        console.println("    Tasklist, Cockpit   " + base + "/camunda/app/");
        console.println("    API                 " + base + "/api");
        console.println("    API description     " + base + "/swagger-ui.html");
        console.println();
    }

    /** @return the generated password; null if there is an admin already or the password was configured */
    private String createAdmin() {
        if (identities.hasAdmin() || identities.knows(ADMIN_USER)) {
            return null;
        }
        boolean configured = !configuredPassword.isBlank();
        String password =
                configured ? configuredPassword : Secrets.random(Math.max(PASSWORD_BYTES, passwords.minLength()));
        List<String> groups = new ArrayList<>(Groups.ALL);
        groups.add(Identities.CAMUNDA_ADMIN);
        try {
            identities.createUser(ADMIN_USER, password, groups);
        } catch (Refusal e) {
            throw new StartupFailure("The setting baton.admin-password can't be used. " + e.getMessage() + ".");
        }
        return configured ? null : password;
    }
}
