package dev.baton.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits the size of a body and the time in which it arrives. Reading a slow body blocks a thread, so slow bodies may block
 * at most four of five threads; the others stay free for complete requests.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
class BodyLimitFilter extends OncePerRequestFilter {

    /** How much of an unused body is still read: a client that can't finish sending may never read the answer. */
    private static final int MAX_DRAINED = 2 * 1024 * 1024;

    private final long limit;
    private final long timeLimit;
    private final Semaphore slowBodies;
    private final ProblemWriter problems;

    BodyLimitFilter(RequestLimits limits, @Value("${server.tomcat.threads.max}") int threads, ProblemWriter problems) {
        this.limit = limits.request().toBytes();
        this.timeLimit = limits.requestTime().toNanos();
        this.slowBodies = new Semaphore(Math.max(1, threads * 4 / 5));
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        LimitedRequest limited = new LimitedRequest(request);
        try {
            if (request.getContentLengthLong() > limit) {
                problems.write(
                        response,
                        HttpStatus.PAYLOAD_TOO_LARGE,
                        BodyRefused.tooLarge().getMessage());
            } else {
                filter(limited, response, chain);
            }
            if (!request.isAsyncStarted()) {
                limited.drain();
            }
        } finally {
            limited.release();
        }
    }

    private void filter(LimitedRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            chain.doFilter(request, response);
        } catch (IOException | ServletException | RuntimeException e) {
            if (BodyRefused.in(e) == null || response.isCommitted()) {
                throw e;
            }
        }
        BodyRefused refused = BodyRefused.of(request);
        if (refused != null && !response.isCommitted()) {
            response.reset();
            if (refused.status() == HttpStatus.SERVICE_UNAVAILABLE) {
                response.setHeader(HttpHeaders.RETRY_AFTER, "5");
            }
            problems.write(response, refused.status(), refused.getMessage());
        }
    }

    private final class LimitedRequest extends HttpServletRequestWrapper {

        private final long startedAt = System.nanoTime();
        private LimitedInputStream stream;
        private boolean holdsPermit;

        LimitedRequest(HttpServletRequest request) {
            super(request);
        }

        /** Reads the rest of the body within the same limits; Tomcat would read it without limits. */
        void drain() {
            boolean hasBody = getContentLengthLong() > 0 || getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
            if (hasBody && BodyRefused.of(this) == null) {
                try {
                    getInputStream();
                    stream.allowed = stream.count + MAX_DRAINED;
                    stream.transferTo(OutputStream.nullOutputStream());
                } catch (IOException e) {
                    // the connection is closed anyway
                }
            }
        }

        void release() {
            if (holdsPermit) {
                slowBodies.release();
            }
        }

        /** Called before a read that blocks until the client sends more. */
        private void acquirePermit() throws BodyRefused {
            if (!holdsPermit) {
                holdsPermit = slowBodies.tryAcquire();
                if (!holdsPermit) {
                    throw refuse(BodyRefused.tooMany());
                }
            }
        }

        private void checkTime() throws BodyRefused {
            if (System.nanoTime() - startedAt > timeLimit) {
                throw refuse(BodyRefused.tooSlow());
            }
        }

        private BodyRefused refuse(BodyRefused refused) {
            refused.mark(getRequest());
            return refused;
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            if (stream == null) {
                stream = new LimitedInputStream(super.getInputStream());
            }
            return stream;
        }

        @Override
        public BufferedReader getReader() throws IOException {
            return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
        }

        private final class LimitedInputStream extends ServletInputStream {

            private final ServletInputStream in;
            private long allowed = limit;
            private long count;

            LimitedInputStream(ServletInputStream in) {
                this.in = in;
            }

            @Override
            public int read() throws IOException {
                beforeRead();
                int b = in.read();
                count(b < 0 ? 0 : 1);
                return b;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                beforeRead();
                int n = in.read(bytes, offset, length);
                count(Math.max(n, 0));
                return n;
            }

            private void beforeRead() throws IOException {
                checkTime();
                if (in.available() == 0 && !in.isFinished()) {
                    acquirePermit();
                }
            }

            private void count(int more) throws BodyRefused {
                count += more;
                if (count > allowed) {
                    throw refuse(BodyRefused.tooLarge());
                }
            }

            @Override
            public boolean isFinished() {
                return in.isFinished();
            }

            @Override
            public boolean isReady() {
                return in.isReady();
            }

            @Override
            public void setReadListener(ReadListener listener) {
                in.setReadListener(listener);
            }
        }
    }
}
