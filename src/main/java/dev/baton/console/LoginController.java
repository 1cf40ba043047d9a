package dev.baton.console;

import dev.baton.engine.identity.Account;
import dev.baton.engine.identity.Passwords;
import dev.baton.engine.identity.TooManyAttempts;
import dev.baton.engine.identity.WebappSession;
import dev.baton.engine.identity.WebappSessions;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.StreamUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/** Signs people in and out. The session is also the one of Tasklist, Cockpit and Admin. */
@RestController
class LoginController {

    private static final String WRONG = "The user or the password is wrong.";

    /** A page of this server; "//host" and "/\host" would be other ones. */
    private static final Pattern OWN_PAGE = Pattern.compile("/(?![/\\\\])[!-~]{0,2000}");

    private final Passwords passwords;
    private final WebappSessions sessions;
    private final String page;

    LoginController(Passwords passwords, WebappSessions sessions, ConsoleFiles files, Environment environment) {
        this.passwords = passwords;
        this.sessions = sessions;
        this.page = Templates.read("login.html")
                .replace("{{files}}", files.folder())
                .replace(
                        "{{demo}}",
                        environment.acceptsProfiles(Profiles.of("demo")) ? Templates.read("demo-users.html") : "");
    }

    @GetMapping("/login")
    ResponseEntity<String> form(@RequestParam(defaultValue = "/") String to, HttpServletRequest request) {
        return request.getUserPrincipal() == null ? form(HttpStatus.OK, to, "", "") : redirect(to);
    }

    @PostMapping(path = "/login", consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
    ResponseEntity<String> signIn(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Fields fields = Fields.of(request);
        try {
            Optional<Account> account = passwords.verify(fields.get("username"), fields.get("password"));
            if (account.isEmpty()) {
                return form(HttpStatus.UNAUTHORIZED, fields.get("to"), fields.get("username"), WRONG);
            }
            sessions.open(request, account.get());
            WebappSession.sendToken(request, response);
            return redirect(fields.get("to"));
        } catch (TooManyAttempts e) {
            response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(e.seconds()));
            String message = "Too many wrong passwords. Wait " + e.seconds() + " seconds, then try again.";
            return form(HttpStatus.TOO_MANY_REQUESTS, fields.get("to"), fields.get("username"), message);
        }
    }

    @PostMapping("/logout")
    ResponseEntity<Void> signOut(HttpServletRequest request) {
        if (WebappSession.exists(request) && !WebappSession.hasToken(request)) {
            return ResponseEntity.status(HttpStatus.FORBIDDEN).build();
        }
        WebappSession.close(request);
        return ResponseEntity.noContent().build();
    }

    private ResponseEntity<String> form(HttpStatus status, String to, String user, String message) {
        String html = page.replace("{{message}}", message)
                .replace("{{hidden}}", message.isEmpty() ? "hidden" : "")
                .replace("{{user}}", HtmlUtils.htmlEscape(user))
                .replace("{{to}}", HtmlUtils.htmlEscape(ownPage(to)));
        return ResponseEntity.status(status)
                .cacheControl(CacheControl.noStore())
                .contentType(new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8))
                .body(html);
    }

    private static ResponseEntity<String> redirect(String to) {
        return ResponseEntity.status(HttpStatus.SEE_OTHER)
                .location(URI.create(ownPage(to)))
                .build();
    }

    private static String ownPage(String to) {
        try {
            return OWN_PAGE.matcher(to).matches() && URI.create(to).getHost() == null ? to : "/";
        } catch (IllegalArgumentException e) {
            return "/";
        }
    }

    /** The fields of a form, read from the body: a parameter of the address must not sign anybody in. */
    private record Fields(Map<String, String> values) {

        static Fields of(HttpServletRequest request) throws IOException {
            Map<String, String> values = new HashMap<>();
            for (String pair : StreamUtils.copyToString(request.getInputStream(), StandardCharsets.UTF_8)
                    .split("&")) {
                String[] parts = pair.split("=", 2);
                values.putIfAbsent(decode(parts[0]), parts.length == 1 ? "" : decode(parts[1]));
            }
            return new Fields(values);
        }

        private static String decode(String text) {
            try {
                return URLDecoder.decode(text, StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                return "";
            }
        }

        String get(String name) {
            return values.getOrDefault(name, "");
        }
    }
}
