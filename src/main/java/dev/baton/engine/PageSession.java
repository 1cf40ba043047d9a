package dev.baton.engine;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import org.camunda.bpm.engine.ProcessEngines;
import org.camunda.bpm.webapp.impl.security.auth.Authentication;
import org.camunda.bpm.webapp.impl.security.auth.AuthenticationUtil;
import org.camunda.bpm.webapp.impl.security.auth.Authentications;
import org.camunda.bpm.webapp.impl.security.filter.headersec.provider.impl.ContentSecurityPolicyProvider;
import org.camunda.bpm.webapp.impl.security.filter.util.CsrfConstants;

/** The session of somebody who has signed in to Tasklist, Cockpit or Admin. */
public final class PageSession {

    /** Where Camunda's pages look for the nonce of their scripts. */
    public static final String NONCE = ContentSecurityPolicyProvider.ATTR_CSP_FILTER_NONCE;

    private PageSession() {}

    public static Optional<String> user(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        Authentications signedIn = session == null ? null : AuthenticationUtil.getAuthsFromSession(session);
        return Optional.ofNullable(signedIn)
                .map(all -> all.getAuthenticationForProcessEngine(ProcessEngines.NAME_DEFAULT))
                .map(Authentication::getIdentityId);
    }

    /** Whether the request carries the secret that only pages of this server can read. */
    public static boolean hasToken(HttpServletRequest request) {
        Object token = request.getSession(false).getAttribute(CsrfConstants.CSRF_TOKEN_SESSION_ATTR_NAME);
        String sent = request.getHeader(CsrfConstants.CSRF_TOKEN_HEADER_NAME);
        return token instanceof String secret
                && sent != null
                && MessageDigest.isEqual(
                        secret.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
    }
}
