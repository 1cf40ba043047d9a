package dev.baton.security;

import dev.baton.core.Actor;
import dev.baton.engine.identity.Account;
import dev.baton.engine.identity.Passwords;
import dev.baton.engine.identity.TooManyAttempts;
import java.util.List;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.stereotype.Component;

/** Authenticates with user and password, API token or web session; the user's groups are the authorities. */
@Component
class SignIn implements AuthenticationProvider {

    private final Passwords passwords;
    private final TokenSignIn tokens;
    private final SignInLimit limit;

    SignIn(Passwords passwords, TokenSignIn tokens, SignInLimit limit) {
        this.passwords = passwords;
        this.tokens = tokens;
        this.limit = limit;
    }

    @Override
    public Authentication authenticate(Authentication request) {
        try {
            return passwords
                    .verify(request.getName(), String.valueOf(request.getCredentials()))
                    .map(account -> signedIn(account.actor()))
                    .orElseThrow(() -> new BadCredentialsException("The user or the password is wrong"));
        } catch (TooManyAttempts e) {
            throw new AuthenticationServiceException(e.getMessage(), e);
        }
    }

    Authentication withToken(String token) {
        return tokens.find(token)
                .map(known -> {
                    UsernamePasswordAuthenticationToken caller = signedIn(known.actor());
                    caller.setDetails(known.token());
                    return caller;
                })
                .orElseThrow(this::unknownToken);
    }

    private RuntimeException unknownToken() {
        try {
            limit.tokenFailed();
            return new BadCredentialsException("The API token is unknown, revoked or expired");
        } catch (TooManyAttempts e) {
            return new AuthenticationServiceException(e.getMessage(), e);
        }
    }

    Authentication withSession(Account account) {
        return signedIn(account.actor());
    }

    private static UsernamePasswordAuthenticationToken signedIn(Actor actor) {
        List<SimpleGrantedAuthority> groups =
                actor.groups().stream().map(SimpleGrantedAuthority::new).toList();
        return UsernamePasswordAuthenticationToken.authenticated(actor, null, groups);
    }

    @Override
    public boolean supports(Class<?> type) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(type);
    }
}
