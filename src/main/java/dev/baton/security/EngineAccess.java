package dev.baton.security;

import dev.baton.core.Actor;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;
import org.springframework.stereotype.Component;

/** Permits requests to Camunda's REST and web applications only if they are on the allow list. */
@Component
final class EngineAccess implements AuthorizationManager<RequestAuthorizationContext> {

    /** The decision for a route that is closed to the caller. */
    static final class Closed extends AuthorizationDecision {

        static final String MESSAGE =
                "This route of Camunda's REST is closed, or not for your groups. What a task needs is in /api";

        private Closed() {
            super(false);
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(EngineAccess.class);

    private final AllowList list = AllowList.read();

    @Override
    @SuppressWarnings("deprecation") // the interface has no other method to implement yet
    public AuthorizationDecision check(Supplier<Authentication> authentication, RequestAuthorizationContext context) {
        HttpServletRequest request = context.getRequest();
        Authentication known = authentication.get();
        Actor caller = known != null && known.getPrincipal() instanceof Actor actor ? actor : null;
        if (list.permits(request.getMethod(), request.getRequestURI(), caller)) {
            return new AuthorizationDecision(true);
        }
        if (caller != null) {
            LOG.info(
                    "Refused {} {} for {}: the allow list does not have it for their groups",
                    request.getMethod(),
                    request.getRequestURI(),
                    caller.id());
        }
        return new Closed();
    }
}
