package dev.baton.console;

import dev.baton.engine.identity.WebappSession;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** All pages are the same document, whose script shows what the address names. */
@RestController
class ConsoleController {

    private final String page;
    private final ConsoleFiles files;

    ConsoleController(ConsoleFiles files) {
        this.files = files;
        this.page = Templates.read("console.html").replace("{{files}}", files.folder());
    }

    @GetMapping(
            path = {"/", "/tasks", "/tasks/{id}", "/agents", "/flow", "/lifecycles", "/lifecycles/{key}", "/new"},
            produces = MediaType.TEXT_HTML_VALUE)
    ResponseEntity<String> page(HttpServletRequest request, HttpServletResponse response) {
        WebappSession.sendToken(request, response);
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .body(page.replace("{{modules}}", modules(request.getRequestURI())));
    }

    /** The browser loads all modules at once instead of finding them one behind the other. */
    private String modules(String path) {
        String[] parts = path.split("/");
        String module = parts.length == 0 ? "now" : parts.length > 2 && parts[1].equals("tasks") ? "task" : parts[1];
        return Stream.of("app", module)
                .flatMap(name -> files.needed("/console/" + name + ".js").stream())
                .distinct()
                .map("<link rel=\"modulepreload\" href=\"%s\">"::formatted)
                .collect(Collectors.joining("\n  "));
    }
}
