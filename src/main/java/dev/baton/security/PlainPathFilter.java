package dev.baton.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.UriUtils;

/**
 * Refuses ambiguous paths. Access is decided by path, so a path must have one spelling only: no needless percent-encoding,
 * and no segments that some part of the server would remove or resolve.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class PlainPathFilter extends OncePerRequestFilter {

    private static final Pattern AMBIGUOUS = Pattern.compile(
            // empty, dot and parameter segments, backslashes, anything that is not visible ASCII
            "//|/\\.{1,2}(?:/|$)|[;\\\\]|[^!-~]"
                    // encoded letters, digits, - . _ (needless); encoded controls, % / ; \ (special once decoded)
                    + "|%(?:3[0-9]|[46][1-9a-f]|[57][0-9a]|2[def]|5f|[01][0-9a-f]|7f|25|3b|5c)"
                    // incomplete percent-encoding
                    + "|%(?![0-9a-f]{2})",
            Pattern.CASE_INSENSITIVE);

    private final ProblemWriter problems;

    PlainPathFilter(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!plain(request.getRequestURI())) {
            problems.write(response, HttpStatus.BAD_REQUEST, "The request's address is not a plain path");
            return;
        }
        chain.doFilter(request, response);
    }

    static boolean plain(String path) {
        return path.startsWith("/") && !AMBIGUOUS.matcher(path).find() && utf8(path);
    }

    /** A lenient decoder may read an overlong or broken sequence as another character. */
    private static boolean utf8(String path) {
        byte[] decoded = UriUtils.decode(path, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(decoded));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
