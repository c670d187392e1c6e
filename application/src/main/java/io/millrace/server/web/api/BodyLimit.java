// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

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
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/** Refuses bodies beyond a limit with 413, with or without a {@code Content-Length} header. */
final class BodyLimit extends OncePerRequestFilter {

    private final long limit;
    private final ErrorWriter errors;

    /** Creates a filter that accepts bodies of up to {@code limit} bytes. */
    BodyLimit(long limit, ErrorWriter errors) {
        this.limit = limit;
        this.errors = errors;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() > limit) {
            String message =
                    "The body has %d bytes, but at most %d are accepted"
                            .formatted(request.getContentLengthLong(), limit);
            errors.write(
                    response, HttpStatus.CONTENT_TOO_LARGE, ErrorCode.BAD_REQUEST_PARAMS, message);
            return;
        }
        chain.doFilter(new LimitedRequest(request, limit), response);
    }

    private static final class LimitedRequest extends HttpServletRequestWrapper {

        private final long limit;

        LimitedRequest(HttpServletRequest request, long limit) {
            super(request);
            this.limit = limit;
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            return new LimitedStream(super.getInputStream(), limit);
        }

        @Override
        public BufferedReader getReader() throws IOException {
            return new BufferedReader(
                    new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
        }
    }

    private static final class LimitedStream extends ServletInputStream {

        private final ServletInputStream source;
        private final long limit;
        private long seen;

        LimitedStream(ServletInputStream source, long limit) {
            this.source = source;
            this.limit = limit;
        }

        @Override
        public int read() throws IOException {
            int next = source.read();
            count(next < 0 ? 0 : 1);
            return next;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = source.read(buffer, offset, length);
            count(Math.max(read, 0));
            return read;
        }

        private void count(int bytes) throws BodyTooLargeException {
            seen += bytes;
            if (seen > limit) {
                throw new BodyTooLargeException(limit);
            }
        }

        @Override
        public boolean isFinished() {
            return source.isFinished();
        }

        @Override
        public boolean isReady() {
            return source.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            source.setReadListener(listener);
        }
    }
}
