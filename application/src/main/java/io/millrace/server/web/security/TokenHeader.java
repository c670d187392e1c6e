// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;

/**
 * Finds the access token in a request: {@code X-Authorization}, else {@code Authorization}, both with the scheme
 * Bearer (RFC 6750, section 2.1).
 */
final class TokenHeader implements BearerTokenResolver {

    private static final String SCHEME = "Bearer ";
    private static final String OTHER_HEADER = "X-Authorization";

    @Override
    public @Nullable String resolve(HttpServletRequest request) {
        if (OpenPaths.SIGN_IN.contains(request.getRequestURI())
                || request.getServletPath().startsWith(OpenPaths.DEVICE_API)) {
            return null;
        }
        String header = request.getHeader(OTHER_HEADER);
        if (header == null) {
            header = request.getHeader(HttpHeaders.AUTHORIZATION);
        }
        boolean bearer =
                header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
        return bearer ? header.substring(SCHEME.length()).strip() : null;
    }
}
