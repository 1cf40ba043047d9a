package dev.baton.security;

import dev.baton.core.Groups;
import dev.baton.core.Refusal;
import dev.baton.core.StartupFailure;
import dev.baton.engine.Identities;
import dev.baton.engine.PasswordRules;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Makes the first admin and says on the console where to go. The password goes to the console and nowhere else: not
 * through the log, which may be kept.
 */
@Component
class FirstStart {

    private static final Logger LOG = LoggerFactory.getLogger(FirstStart.class);
    private static final String ADMIN_USER = "admin";

    /** With it every line of the console is JSON, for programs that read it; only a new password is not. */
    private static final String STRUCTURED = "logging.structured.format.console";

    private final Identities identities;
    private final PasswordRules rules;
    private final String chosenPassword;
    private final PrintStream console = System.out;

    FirstStart(Identities identities, PasswordRules rules, @Value("${baton.admin-password:}") String chosenPassword) {
        this.identities = identities;
        this.rules = rules;
        this.chosenPassword = chosenPassword;
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
            LOG.info("Baton is running: Tasklist and Cockpit {}/camunda/app/, API {}/api", base, base);
        } else {
            greet(base);
        }
        if (generated != null) {
            console.println(
                    "    First start: user '" + ADMIN_USER + "', password '" + generated + "' (shown this once)");
            console.println();
        }
    }

    private void greet(String base) {
        console.println();
        console.println("  Baton is running.");
        console.println("    Tasklist, Cockpit   " + base + "/camunda/app/");
        console.println("    API                 " + base + "/api");
        console.println("    API description     " + base + "/swagger-ui.html");
        console.println();
    }

    /** @return the generated password; null when there is an admin already or the password was given */
    private String createAdmin() {
        if (identities.hasAdmin() || identities.knows(ADMIN_USER)) {
            return null;
        }
        boolean given = !chosenPassword.isBlank();
        String password = given ? chosenPassword : generate();
        List<String> groups = new ArrayList<>(Groups.ALL);
        groups.add(Identities.CAMUNDA_ADMIN);
        try {
            identities.createUser(ADMIN_USER, password, groups);
        } catch (Refusal e) {
            throw new StartupFailure("The setting baton.admin-password can't be used. " + e.getMessage() + ".");
        }
        return given ? null : password;
    }

    private String generate() {
        byte[] bytes = new byte[Math.max(15, rules.minLength())];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
