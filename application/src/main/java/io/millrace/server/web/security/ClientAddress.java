// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import io.millrace.server.platform.address.ForwardedAddress;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;

/** Finds the IP address of a request's client, also behind trusted reverse proxies. */
record ClientAddress(ForwardedAddress forwarded) {

    private static final String HEADER = "X-Forwarded-For";

    String of(HttpServletRequest request) {
        return forwarded.of(request.getRemoteAddr(), Collections.list(request.getHeaders(HEADER)));
    }
}
