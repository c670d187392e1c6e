// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.body;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * What the body of a request may have. A filter that runs before the limit, and knows callers in another way than by the
 * token of a user, grants it to a request.
 *
 * @param holder whose share of the memory for bodies is used; holders are equal or not by {@code equals}
 * @param bytes maximum size of the body
 */
public record BodyAllowance(Object holder, long bytes) {

    /** The maximum size of a body whose caller is known. */
    public static final long MOST_BYTES = BodyLimit.KNOWN_CALLER_BYTES;

    private static final String ATTRIBUTE = BodyAllowance.class.getName();

    /** Grants this to a request. */
    public void grant(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    static @Nullable BodyAllowance of(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof BodyAllowance granted ? granted : null;
    }
}
