// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import java.util.List;

/** The endpoints of the API that need no token. Every other one refuses a request without a valid token. */
final class OpenPaths {

    /**
     * Endpoints with the method POST whose callers have no valid token yet: an old one is ignored. Other methods are
     * refused.
     */
    static final List<String> SIGN_IN =
            List.of("/api/auth/login", "/api/auth/token", "/api/noauth/activate");

    /** Endpoints with the method GET. */
    static final List<String> READ =
            List.of("/api/noauth/activate", "/api/noauth/userPasswordPolicy");

    /** WebSockets: their first message holds the token. */
    static final List<String> PUSH = List.of("/api/ws", "/api/ws/plugins/telemetry");

    /** Health and metrics. */
    static final List<String> STATE =
            List.of("/actuator/health", "/actuator/health/**", "/actuator/prometheus");

    /** The API for devices, which checks their access token in the path. */
    static final String DEVICE_API = "/api/v1/";

    static final List<String> DEVICES = List.of(DEVICE_API + "**");

    private OpenPaths() {}

    static String[] array(List<String> paths) {
        return paths.toArray(String[]::new);
    }
}
