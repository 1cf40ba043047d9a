package dev.baton.security;

import dev.baton.core.Actor;
import dev.baton.engine.Identities;
import java.util.List;
import java.util.Optional;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.stereotype.Component;

/** Signs in with a user's name and password, or with an API token; the groups become the roles. */
@Component
class SignIn implements AuthenticationProvider {

    private final Identities identities;
    private final ApiTokens tokens;

    SignIn(Identities identities, ApiTokens tokens) {
        this.identities = identities;
        this.tokens = tokens;
    }

    @Override
    public Authentication authenticate(Authentication request) {
        String user = request.getName();
        String password = String.valueOf(request.getCredentials());
        if (user.isBlank() || user.indexOf(0) >= 0 || !identities.passwordFits(user, password)) {
            throw new BadCredentialsException("The user or the password is wrong");
        }
        return signedIn(Actor.of(user, identities.groupsOf(user)));
    }

    Authentication withToken(String token) {
        return tokens.actor(token)
                .map(SignIn::signedIn)
                .orElseThrow(() -> new BadCredentialsException("The API token is unknown or revoked"));
    }

    /** Groups are asked for again each time, and a user who is gone is nobody. */
    Optional<Authentication> withSession(String user) {
        return identities.knows(user)
                ? Optional.of(signedIn(Actor.of(user, identities.groupsOf(user))))
                : Optional.empty();
    }

    private static Authentication signedIn(Actor actor) {
        List<SimpleGrantedAuthority> groups =
                actor.groups().stream().map(SimpleGrantedAuthority::new).toList();
        return UsernamePasswordAuthenticationToken.authenticated(actor, null, groups);
    }

    @Override
    public boolean supports(Class<?> type) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(type);
    }
}
