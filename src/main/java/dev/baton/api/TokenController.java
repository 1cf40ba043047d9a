package dev.baton.api;

import dev.baton.core.Actor;
import dev.baton.core.Groups;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Fault;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.engine.identity.Identities;
import dev.baton.security.ApiToken;
import dev.baton.security.ApiTokens;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.lang.Nullable;
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

    record IssueToken(
            @NotBlank @Size(max = 64) String user,
            @NotBlank @Size(max = 255) String name,
            @Size(max = 100) String expiresIn,
            Boolean readOnly,
            @Size(min = 1, max = 50) List<@NotNull @Size(min = 1, max = 64) String> lifecycles) {

        private Duration duration() {
            try {
                return expiresIn == null ? null : Duration.parse(expiresIn);
            } catch (DateTimeParseException e) {
                throw new BadRequest(List.of(new Fault("expiresIn", "it is a duration such as P90D or PT12H")));
            }
        }

        ApiTokens.NewToken request() {
            return new ApiTokens.NewToken(
                    user,
                    name,
                    duration(),
                    Boolean.TRUE.equals(readOnly),
                    lifecycles == null ? null : lifecycles.stream().distinct().toList());
        }
    }

    /** @param token the secret, shown this once */
    record IssuedToken(
            String id,
            String user,
            String name,
            String token,
            @Nullable Instant expiresAt,
            boolean readOnly,
            @Nullable List<String> lifecycles) {

        /** Leaves out the secret, because the text may be logged. */
        @Override
        public String toString() {
            return "token " + id + " of " + user;
        }
    }

    private final ApiTokens tokens;
    private final Identities identities;
    private final Lifecycles lifecycles;

    TokenController(ApiTokens tokens, Identities identities, Lifecycles lifecycles) {
        this.tokens = tokens;
        this.identities = identities;
        this.lifecycles = lifecycles;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            operationId = "issueToken",
            summary = "Issue a token, for oneself or, as an admin, for anybody; it is shown this once")
    IssuedToken issue(@AuthenticationPrincipal Actor actor, @Valid @RequestBody IssueToken body) {
        ApiTokens.NewToken request = body.request();
        if (!body.user().equals(actor.id()) && !actor.in(Groups.ADMIN)) {
            throw new Refusal(
                    Refusal.Reason.FORBIDDEN, "user", "Only admins issue tokens for others; yours is for you");
        }
        if (!identities.knows(body.user())) {
            throw new Refusal(Refusal.Reason.INVALID, "user", "There is no user '" + body.user() + "'");
        }
        if (request.lifecycles() != null) {
            request.lifecycles().forEach(this::refuseUnknown);
        }
        ApiTokens.Issued issued = tokens.issue(request, actor);
        ApiToken token = issued.token();
        return new IssuedToken(
                token.id(),
                token.user(),
                token.name(),
                issued.secret(),
                token.expiresAt(),
                token.readOnly(),
                token.lifecycles());
    }

    private void refuseUnknown(String lifecycle) {
        if (lifecycles.newest(lifecycle).isEmpty()) {
            throw new Refusal(Refusal.Reason.INVALID, "lifecycles", "There is no lifecycle '" + lifecycle + "'");
        }
    }

    @GetMapping
    @Operation(operationId = "listTokens", summary = "List one's own tokens, as an admin all, without their secrets")
    List<ApiToken> list(@AuthenticationPrincipal Actor actor) {
        return tokens.list(actor);
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "revokeToken", summary = "Revoke one of one's own tokens, as an admin any")
    void revoke(@AuthenticationPrincipal Actor actor, @PathVariable String id) {
        if (!tokens.revoke(id, actor)) {
            throw new NotFound("There is no token '" + id + "'");
        }
    }
}
