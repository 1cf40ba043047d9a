package dev.baton.api;

import dev.baton.core.Actor;
import dev.baton.engine.identity.WebappSession;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Says who the caller is. */
@RestController
@RequestMapping("/api/me")
@Tag(name = "People")
class MeController {

    /** @param at the server's time, by which leases and time-outs run */
    record Me(String id, Set<String> groups, boolean demo, Instant at) {}

    private final boolean demo;
    private final Clock clock;

    MeController(Environment environment, Clock clock) {
        this.demo = environment.acceptsProfiles(Profiles.of("demo"));
        this.clock = clock;
    }

    @GetMapping
    @Operation(operationId = "getMe", summary = "Who the caller is; renews the cookie with the CSRF token of a session")
    Me me(@AuthenticationPrincipal Actor actor, HttpServletRequest request, HttpServletResponse response) {
        if (WebappSession.exists(request)) {
            WebappSession.sendToken(request, response);
        }
        return new Me(actor.id(), new TreeSet<>(actor.groups()), demo, clock.instant());
    }
}
