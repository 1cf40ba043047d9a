package dev.baton.engine.identity;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Date;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.camunda.bpm.engine.ProcessEngines;
import org.camunda.bpm.webapp.impl.security.auth.Authentication;
import org.camunda.bpm.webapp.impl.security.auth.AuthenticationUtil;
import org.camunda.bpm.webapp.impl.security.auth.Authentications;
import org.camunda.bpm.webapp.impl.security.auth.UserAuthentication;
import org.camunda.bpm.webapp.impl.security.filter.headersec.provider.impl.ContentSecurityPolicyProvider;
import org.camunda.bpm.webapp.impl.security.filter.util.CsrfConstants;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * The session of a user in Tasklist, Cockpit or Admin. It is valid as long as the user exists and has the password that the
 * session was opened with.
 */
public final class WebappSession {

    /** The attribute from which Camunda's pages take the nonce of their scripts. */
    public static final String NONCE = ContentSecurityPolicyProvider.ATTR_CSP_FILTER_NONCE;

    /** Session attribute: the fingerprint of the account that the session was opened for. */
    private static final String FINGERPRINT = WebappSession.class.getName() + ".fingerprint";

    /** Request attribute: the account whose password the request has verified or changed. */
    private static final String VERIFIED = WebappSession.class.getName() + ".verified";

    private static final SecureRandom RANDOM = new SecureRandom();

    private WebappSession() {}

    public static boolean exists(HttpServletRequest request) {
        return user(request.getSession(false)).isPresent();
    }

    /** The session's user as stored now; ends a session that is no longer valid. */
    public static Optional<Account> account(HttpServletRequest request, Accounts accounts) {
        HttpSession session = request.getSession(false);
        Optional<UserAuthentication> user = user(session);
        Optional<Account> account = user.map(Authentication::getIdentityId)
                .flatMap(accounts::find)
                .filter(found -> found.fingerprint().equals(session.getAttribute(FINGERPRINT)));
        if (account.isPresent()) {
            useGroups(user.get(), account.get());
        } else if (user.isPresent()) {
            AuthenticationUtil.getAuthsFromSession(session).removeByEngineName(ProcessEngines.NAME_DEFAULT);
        }
        return account;
    }

    /** Makes the web applications read the groups again if they changed. */
    private static void useGroups(UserAuthentication user, Account account) {
        if (!new HashSet<>(user.getGroupIds()).equals(account.actor().groups())) {
            user.setCacheValidationTime(new Date(0));
        }
    }

    /** Whether the request has the session's CSRF token. */
    public static boolean hasToken(HttpServletRequest request) {
        Object token = request.getSession(false).getAttribute(CsrfConstants.CSRF_TOKEN_SESSION_ATTR_NAME);
        String sent = request.getHeader(CsrfConstants.CSRF_TOKEN_HEADER_NAME);
        return token instanceof String secret
                && sent != null
                && MessageDigest.isEqual(
                        secret.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Sends the CSRF token of the session as a cookie for the console's scripts. Tasklist's scripts read a cookie of the same
     * name for their own path, which may be left from an earlier session, so both are set.
     */
    public static void sendToken(HttpServletRequest request, HttpServletResponse response) {
        HttpSession session = request.getSession(false);
        if (session != null) {
            String token = token(session);
            for (String path : List.of("/", "/camunda")) {
                String cookie = ResponseCookie.from(CsrfConstants.CSRF_TOKEN_DEFAULT_COOKIE_NAME, token)
                        .path(path)
                        .sameSite("Lax")
                        .build()
                        .toString();
                response.addHeader(HttpHeaders.SET_COOKIE, cookie);
            }
        }
    }

    /** Concurrent first requests of a session get the same token, also when Camunda's filter makes it. */
    private static String token(HttpSession session) {
        Object mutex = session.getAttribute(CsrfConstants.CSRF_SESSION_MUTEX);
        synchronized (mutex == null ? session : mutex) {
            if (!(session.getAttribute(CsrfConstants.CSRF_TOKEN_SESSION_ATTR_NAME) instanceof String known)) {
                byte[] bytes = new byte[16];
                RANDOM.nextBytes(bytes);
                String made = HexFormat.of().formatHex(bytes);
                session.setAttribute(CsrfConstants.CSRF_TOKEN_SESSION_ATTR_NAME, made);
                return made;
            }
            return known;
        }
    }

    /** Signs the session's user out, in Camunda's web applications too. */
    public static void close(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        if (session != null) {
            session.invalidate();
        }
    }

    /** Called when the current request has verified a password; a session that it opens is bound to the account. */
    static void passwordVerified(Account account) {
        RequestAttributes request = RequestContextHolder.getRequestAttributes();
        if (request != null) {
            request.setAttribute(VERIFIED, account, RequestAttributes.SCOPE_REQUEST);
        }
    }

    /** Called when the current request has changed a password: its own session stays valid, all others end. */
    static void passwordChanged(Account account) {
        passwordVerified(account);
        if (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes) {
            bind(attributes.getRequest().getSession(false));
        }
    }

    /** Binds a session to the password that the current request has verified or changed, if it is the same user's. */
    static void bind(HttpSession session) {
        RequestAttributes request = RequestContextHolder.getRequestAttributes();
        if (request != null
                && request.getAttribute(VERIFIED, RequestAttributes.SCOPE_REQUEST) instanceof Account account
                && user(session)
                        .filter(user -> account.id().equals(user.getIdentityId()))
                        .isPresent()) {
            session.setAttribute(FINGERPRINT, account.fingerprint());
        }
    }

    private static Optional<UserAuthentication> user(HttpSession session) {
        Authentications signedIn = session == null ? null : AuthenticationUtil.getAuthsFromSession(session);
        return Optional.ofNullable(signedIn)
                .map(all -> (UserAuthentication) all.getAuthenticationForProcessEngine(ProcessEngines.NAME_DEFAULT));
    }
}
