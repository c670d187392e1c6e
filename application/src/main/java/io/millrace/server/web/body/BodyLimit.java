// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.body;

import io.millrace.server.web.api.ErrorCode;
import io.millrace.server.web.api.ErrorWriter;
import io.millrace.server.web.security.InstanceCaller;
import io.millrace.server.web.security.SecurityUser;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits the bodies of requests. Runs after the security chain, so a request with a bad or missing token never gets
 * here, and a caller without a token is one of an endpoint that needs none: its body may have a few kilobytes only.
 */
final class BodyLimit extends OncePerRequestFilter {

    /** ThingsBoard's limit for bodies under {@code /api}. */
    static final long KNOWN_CALLER_BYTES = 16L * 1024 * 1024;

    /** Enough to sign in, to renew a token and to choose a password. */
    static final long UNKNOWN_CALLER_BYTES = 16L * 1024;

    /** The callers without a token share the memory of one holder. */
    private static final Object UNKNOWN_CALLERS = "callers without a token";

    private static final Object INSTANCES = "the other instances";

    private final BodyBudget budget;
    private final Duration timeout;
    private final ErrorWriter errors;

    /**
     * Creates the filter.
     *
     * @param budget memory for the bodies of all requests
     * @param timeout how long a body may take to arrive
     */
    BodyLimit(BodyBudget budget, Duration timeout, ErrorWriter errors) {
        this.budget = budget;
        this.timeout = timeout;
        this.errors = errors;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        BodyAllowance allowance = allowance(request);
        long limit = allowance.bytes();
        if (request.getContentLengthLong() > limit) {
            String message =
                    "The body has %d bytes, but at most %d are accepted"
                            .formatted(request.getContentLengthLong(), limit);
            errors.write(
                    response, HttpStatus.CONTENT_TOO_LARGE, ErrorCode.BAD_REQUEST_PARAMS, message);
            return;
        }
        BodyBudget.Account account = budget.open(allowance.holder());
        try {
            chain.doFilter(new LimitedRequest(request, account, limit, timeout), response);
        } finally {
            if (request.isAsyncStarted()) {
                request.getAsyncContext().addListener(new Closing(account));
            } else {
                account.close();
            }
        }
    }

    private static BodyAllowance allowance(HttpServletRequest request) {
        @Nullable BodyAllowance given = BodyAllowance.of(request);
        if (given != null) {
            return given;
        }
        @Nullable Authentication caller = SecurityContextHolder.getContext().getAuthentication();
        return switch (caller == null ? null : caller.getPrincipal()) {
            case SecurityUser user -> new BodyAllowance(user.tenantId(), KNOWN_CALLER_BYTES);
            case InstanceCaller _ -> new BodyAllowance(INSTANCES, KNOWN_CALLER_BYTES);
            case null, default -> new BodyAllowance(UNKNOWN_CALLERS, UNKNOWN_CALLER_BYTES);
        };
    }

    private static final class LimitedRequest extends HttpServletRequestWrapper {

        private final BodyBudget.Account account;
        private final long limit;
        private final Duration timeout;
        private @Nullable ServletInputStream stream;

        LimitedRequest(
                HttpServletRequest request,
                BodyBudget.Account account,
                long limit,
                Duration timeout) {
            super(request);
            this.account = account;
            this.limit = limit;
            this.timeout = timeout;
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            ServletInputStream known = stream;
            if (known == null) {
                known = new LimitedStream(super.getInputStream(), account, limit, timeout);
                stream = known;
            }
            return known;
        }

        @Override
        public BufferedReader getReader() throws IOException {
            return new BufferedReader(
                    new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
        }
    }

    /** Gives the bytes back when an asynchronous request ends. */
    private record Closing(BodyBudget.Account account) implements AsyncListener {

        @Override
        public void onComplete(AsyncEvent event) {
            account.close();
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            // onComplete follows.
        }

        @Override
        public void onError(AsyncEvent event) {
            // onComplete follows.
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this);
        }
    }
}
