package dev.baton.security;

import dev.baton.engine.identity.WebappSession;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Sets the content security policy of Tasklist, Cockpit, Admin and Welcome. Camunda's own filter passes the nonce to the page
 * through the servlet context, where a concurrent request overwrites it; here each request has its own.
 */
final class PagePolicyFilter extends OncePerRequestFilter {

    static final String PAGES = "/camunda/app/";

    /** Angular and embedded forms need unsafe-eval; the diagram libraries set inline styles. */
    private static final String POLICY = "default-src 'self'; script-src 'nonce-%s' 'strict-dynamic' 'unsafe-eval';"
            + " style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; object-src 'none';"
            + " base-uri 'self'; form-action 'self'; frame-ancestors 'none';"
            + " sandbox allow-forms allow-scripts allow-same-origin allow-popups allow-downloads";

    private static final int NONCE_BYTES = 16;

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String nonce = Secrets.random(NONCE_BYTES);
        response.setHeader(ResponseHeaders.POLICY, POLICY.formatted(nonce));
        chain.doFilter(new WithNonce(request, nonce), response);
    }

    private static final class WithNonce extends HttpServletRequestWrapper {

        private final String nonce;

        WithNonce(HttpServletRequest request, String nonce) {
            super(request);
            this.nonce = nonce;
        }

        @Override
        public ServletContext getServletContext() {
            ServletContext context = super.getServletContext();
            return (ServletContext) Proxy.newProxyInstance(
                    ServletContext.class.getClassLoader(),
                    new Class<?>[] {ServletContext.class},
                    (proxy, method, args) -> {
                        if (method.getName().equals("getAttribute") && args[0].equals(WebappSession.NONCE)) {
                            return nonce;
                        }
                        try {
                            return method.invoke(context, args);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }
    }
}
