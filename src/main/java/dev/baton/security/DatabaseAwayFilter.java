package dev.baton.security;

import dev.baton.database.DatabaseFailures;
import dev.baton.engine.CommandFailure;
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
 * Answers 503 while the database is away, whoever noticed: signing in, Camunda's REST or the web applications. Camunda's
 * REST turns every failure into a 500 of its own, so its status is replaced where a command failed for that reason.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 5)
class DatabaseAwayFilter extends OncePerRequestFilter {

    private final ProblemWriter problems;

    DatabaseAwayFilter(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        CommandFailure.forget();
        Replaceable replaceable = new Replaceable(response);
        try {
            chain.doFilter(request, replaceable);
        } catch (IOException | ServletException | RuntimeException e) {
            if (!DatabaseFailures.unavailable(e) && !DatabaseFailures.unavailable(rootCause(e))) {
                throw e;
            }
            replaceable.replaced = true;
        } finally {
            CommandFailure.forget();
        }
        if (replaceable.replaced && !response.isCommitted()) {
            response.reset();
            response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(DatabaseFailures.RETRY_AFTER_SECONDS));
            problems.write(response, HttpStatus.SERVICE_UNAVAILABLE, DatabaseFailures.MESSAGE);
        }
    }

    private static Throwable rootCause(Exception e) {
        return e instanceof ServletException servlet ? servlet.getRootCause() : e.getCause();
    }

    private static final class Replaceable extends HttpServletResponseWrapper {

        private boolean replaced;

        Replaceable(HttpServletResponse response) {
            super(response);
        }

        private boolean replaces(int status) {
            replaced |= status >= SC_INTERNAL_SERVER_ERROR && CommandFailure.databaseAway();
            return replaced;
        }

        @Override
        public void setStatus(int status) {
            if (!replaces(status)) {
                super.setStatus(status);
            }
        }

        @Override
        public void sendError(int status) throws IOException {
            if (!replaces(status)) {
                super.sendError(status);
            }
        }

        @Override
        public void sendError(int status, String message) throws IOException {
            if (!replaces(status)) {
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
