package dev.baton.security;

import dev.baton.core.StartupFailure;
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
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Bounds the size of a body and the time in which it arrives. A thread waits for every body that is not all there yet, so
 * only four of five threads may; the others stay free for requests that are.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
class BodyLimitFilter extends OncePerRequestFilter {

    /** How much of a body that nobody wants is still read, so that the client gets to read the answer. */
    private static final int EXCESS = 2 * 1024 * 1024;

    private final long limit;
    private final long nanos;
    private final Semaphore waiting;
    private final ProblemWriter problems;

    BodyLimitFilter(
            @Value("${baton.limits.request}") DataSize limit,
            @Value("${baton.limits.request-time}") Duration time,
            @Value("${server.tomcat.threads.max}") int threads,
            ProblemWriter problems) {
        if (time.compareTo(Duration.ofSeconds(1)) < 0 || time.compareTo(Duration.ofHours(1)) > 0) {
            throw new StartupFailure("The setting baton.limits.request-time can't be '" + time
                    + "'; it has to be a duration from PT1S to PT1H.");
        }
        this.limit = limit.toBytes();
        this.nanos = time.toNanos();
        this.waiting = new Semaphore(Math.max(1, threads * 4 / 5));
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Limited limited = new Limited(request);
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

    private void filter(Limited request, HttpServletResponse response, FilterChain chain)
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

    private final class Limited extends HttpServletRequestWrapper {

        private final long since = System.nanoTime();
        private Counting stream;
        private boolean waits;

        Limited(HttpServletRequest request) {
            super(request);
        }

        /** Reads what is left of the body, within the same limits; Tomcat would do so without any. */
        void drain() {
            boolean hasBody = getContentLengthLong() > 0 || getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
            if (hasBody && BodyRefused.of(this) == null) {
                try {
                    getInputStream();
                    stream.allowed = stream.count + EXCESS;
                    stream.transferTo(OutputStream.nullOutputStream());
                } catch (IOException e) {
                    // the connection is closed
                }
            }
        }

        void release() {
            if (waits) {
                waiting.release();
            }
        }

        /** Before a read that would have to wait for the client. */
        private void await() throws BodyRefused {
            if (!waits) {
                waits = waiting.tryAcquire();
                if (!waits) {
                    throw refuse(BodyRefused.tooMany());
                }
            }
        }

        private void checkTime() throws BodyRefused {
            if (System.nanoTime() - since > nanos) {
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
                stream = new Counting(super.getInputStream());
            }
            return stream;
        }

        @Override
        public BufferedReader getReader() throws IOException {
            return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
        }

        private final class Counting extends ServletInputStream {

            private final ServletInputStream in;
            private long allowed = limit;
            private long count;

            Counting(ServletInputStream in) {
                this.in = in;
            }

            @Override
            public int read() throws IOException {
                before();
                int b = in.read();
                count(b < 0 ? 0 : 1);
                return b;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                before();
                int n = in.read(bytes, offset, length);
                count(Math.max(n, 0));
                return n;
            }

            private void before() throws IOException {
                checkTime();
                if (in.available() == 0 && !in.isFinished()) {
                    await();
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
