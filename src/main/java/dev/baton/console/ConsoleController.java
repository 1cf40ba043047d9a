package dev.baton.console;

import dev.baton.engine.identity.WebappSession;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** All pages are the same document, whose script shows what the address names. */
@RestController
class ConsoleController {

    private final String page = Templates.read("console.html");

    @GetMapping(
            path = {"/", "/tasks", "/tasks/{id}", "/agents", "/flow", "/lifecycles", "/lifecycles/{key}", "/new"},
            produces = MediaType.TEXT_HTML_VALUE)
    ResponseEntity<String> page(HttpServletRequest request, HttpServletResponse response) {
        WebappSession.sendToken(request, response);
        return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(page);
    }
}
