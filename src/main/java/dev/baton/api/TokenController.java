package dev.baton.api;

import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.engine.Identities;
import dev.baton.security.ApiTokens;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/tokens")
@Tag(name = "Tokens")
class TokenController {

    record Wish(
            @NotBlank @Size(max = 64) String user,
            @NotBlank @Size(max = 255) String name) {}

    private final ApiTokens tokens;
    private final Identities identities;

    TokenController(ApiTokens tokens, Identities identities) {
        this.tokens = tokens;
        this.identities = identities;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(summary = "Issue a token for a user; it is shown this once")
    ApiTokens.Issued issue(@AuthenticationPrincipal Actor actor, @Valid @RequestBody Wish body) {
        if (!identities.knows(body.user())) {
            throw new Refusal(Refusal.Reason.INVALID, "user", "There is no user '" + body.user() + "'");
        }
        return tokens.issue(body.user(), body.name(), actor.id());
    }

    @GetMapping
    @Operation(summary = "List the tokens, without their secrets")
    List<ApiTokens.Known> list() {
        return tokens.list();
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Revoke a token")
    void revoke(@PathVariable String id) {
        if (!tokens.revoke(id)) {
            throw new NoSuchToken(id);
        }
    }
}
