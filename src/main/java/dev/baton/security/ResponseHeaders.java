package dev.baton.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.web.header.HeaderWriter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

/**
 * The security headers of every response: no sniffing, no frames, no referrer for other sites, HSTS if the request came
 * over TLS, and a content security policy. {@link PagePolicyFilter} sets the policy of the web applications' pages.
 */
final class ResponseHeaders implements HeaderWriter {

    static final String POLICY = "Content-Security-Policy";

    /** For data: a browser that shows it as a page must not run scripts. */
    private static final String DATA = "default-src 'none'; frame-ancestors 'none'; sandbox";

    private static final String PAGE = "default-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self';"
            + " frame-ancestors 'none'; img-src 'self' data:";

    /** Swagger UI sets inline styles. */
    private static final String SWAGGER = PAGE + "; style-src 'self' 'unsafe-inline'";

    /** The diagrams and the forms of the console set styles by script only; nothing is inline. */
    private static final String CONSOLE =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private ResponseHeaders() {}

    static void configure(HeadersConfigurer<HttpSecurity> headers) {
        headers.referrerPolicy(referrer -> referrer.policy(ReferrerPolicy.SAME_ORIGIN))
                .httpStrictTransportSecurity(hsts -> hsts.includeSubDomains(false))
                .addHeaderWriter(new ResponseHeaders());
    }

    @Override
    public void writeHeaders(HttpServletRequest request, HttpServletResponse response) {
        String path = request.getRequestURI();
        if (!path.startsWith(PagePolicyFilter.PAGES)) {
            response.setHeader(POLICY, policy(path));
        }
    }

    private static String policy(String path) {
        if (path.startsWith("/swagger-ui")) {
            return SWAGGER;
        }
        if (ConsoleSecurity.isConsole(path)) {
            return CONSOLE;
        }
        boolean page = path.startsWith("/forms/") || path.startsWith("/camunda") && !path.startsWith("/camunda/api/");
        return page ? PAGE : DATA;
    }
}
