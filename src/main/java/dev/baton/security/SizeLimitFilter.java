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
import java.nio.charset.StandardCharsets;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;
import org.springframework.web.filter.OncePerRequestFilter;

/** Reads no body that is larger than the limit, whether its length was announced or not. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
class SizeLimitFilter extends OncePerRequestFilter {

    private final long limit;
    private final ProblemWriter problems;

    SizeLimitFilter(@Value("${baton.limits.request}") DataSize limit, ProblemWriter problems) {
        this.limit = limit.toBytes();
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() > limit) {
            problems.write(response, HttpStatus.PAYLOAD_TOO_LARGE, RequestTooLarge.MESSAGE);
            return;
        }
        try {
            chain.doFilter(new Limited(request), response);
        } catch (IOException | ServletException | RuntimeException e) {
            if (!RequestTooLarge.in(e) || response.isCommitted()) {
                throw e;
            }
        }
        if (RequestTooLarge.was(request) && !response.isCommitted()) {
            response.reset();
            problems.write(response, HttpStatus.PAYLOAD_TOO_LARGE, RequestTooLarge.MESSAGE);
        }
    }

    private final class Limited extends HttpServletRequestWrapper {

        private ServletInputStream stream;

        Limited(HttpServletRequest request) {
            super(request);
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
            private long count;

            Counting(ServletInputStream in) {
                this.in = in;
            }

            @Override
            public int read() throws IOException {
                int b = in.read();
                count(b < 0 ? 0 : 1);
                return b;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int n = in.read(bytes, offset, length);
                count(Math.max(n, 0));
                return n;
            }

            private void count(int more) throws RequestTooLarge {
                count += more;
                if (count > limit) {
                    RequestTooLarge.mark(getRequest());
                    throw new RequestTooLarge();
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
