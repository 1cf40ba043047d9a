package dev.baton.security;

import dev.baton.database.DatabaseFailures;
import dev.baton.engine.failure.CommandFailure;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Answers 503 while the database is unavailable, whether sign-in, Camunda's REST or the web applications needed it. Camunda's
 * REST answers 500 to every failure, so its answer is replaced if a command failed for that reason.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 5)
class DatabaseUnavailableFilter extends OncePerRequestFilter {

    private final ProblemWriter problems;

    DatabaseUnavailableFilter(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        ReplaceableResponse wrapped = new ReplaceableResponse(request, response);
        try {
            chain.doFilter(request, wrapped);
        } catch (IOException | ServletException | RuntimeException e) {
            if (!DatabaseFailures.unavailable(e) && !DatabaseFailures.unavailable(rootCause(e))) {
                throw e;
            }
            wrapped.replaced = true;
        }
        if (wrapped.replaced && !response.isCommitted()) {
            response.reset();
            response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(DatabaseFailures.RETRY_AFTER_SECONDS));
            problems.write(response, HttpStatus.SERVICE_UNAVAILABLE, DatabaseFailures.MESSAGE);
        }
    }

    private static Throwable rootCause(Exception e) {
        return e instanceof ServletException servlet ? servlet.getRootCause() : e.getCause();
    }

    private static final class ReplaceableResponse extends HttpServletResponseWrapper {

        private final HttpServletRequest request;
        private boolean replaced;

        ReplaceableResponse(HttpServletRequest request, HttpServletResponse response) {
            super(response);
            this.request = request;
        }

        private boolean isReplaced(int status) {
            replaced |= status >= SC_INTERNAL_SERVER_ERROR
                    && CommandFailure.of(request).databaseUnavailable();
            return replaced;
        }

        @Override
        public void setStatus(int status) {
            if (!isReplaced(status)) {
                super.setStatus(status);
            }
        }

        @Override
        public void sendError(int status) throws IOException {
            if (!isReplaced(status)) {
                super.sendError(status);
            }
        }

        @Override
        public void sendError(int status, String message) throws IOException {
            if (!isReplaced(status)) {
                super.sendError(status, message);
            }
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            return replaced ? new DiscardedOutput() : super.getOutputStream();
        }

        @Override
        public PrintWriter getWriter() throws IOException {
            return replaced ? new PrintWriter(new DiscardedOutput()) : super.getWriter();
        }

        @Override
        public void flushBuffer() throws IOException {
            if (!replaced) {
                super.flushBuffer();
            }
        }
    }
}
