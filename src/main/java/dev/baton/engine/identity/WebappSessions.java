package dev.baton.engine.identity;

import jakarta.servlet.http.HttpServletRequest;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.webapp.impl.security.auth.AuthenticationUtil;
import org.springframework.stereotype.Component;

/** Opens sessions that Tasklist, Cockpit and Admin accept as their own. */
@Component
public class WebappSessions {

    private final ProcessEngine engine;

    WebappSessions(ProcessEngine engine) {
        this.engine = engine;
    }

    /** Opens a new session, with a new id, for the user whose password the request has proved. */
    public void open(HttpServletRequest request, Account account) {
        WebappSession.passwordVerified(account);
        AuthenticationUtil.revalidateSession(request, AuthenticationUtil.createAuthentication(engine, account.id()));
        WebappSession.bind(request.getSession());
    }
}
