// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import java.util.stream.Stream;

/** The HTTP API for devices, called with an access token that no device has. */
final class DeviceApiEndpoints {

    private static final String UNKNOWN = "isolation-test";

    private DeviceApiEndpoints() {}

    static Stream<Endpoint> all() {
        return Stream.of(
                of("POST /api/v1/{token}/telemetry"),
                of("POST /api/v1/{token}/attributes"),
                of("GET /api/v1/{token}/attributes"),
                of("GET /api/v1/{token}/attributes/updates"),
                of("GET /api/v1/{token}/rpc"),
                of("POST /api/v1/{token}/rpc"),
                of("POST /api/v1/{token}/rpc/{requestId}"),
                of("POST /api/v1/{token}/claim"),
                of("GET /api/v1/{token}/firmware"),
                of("GET /api/v1/{token}/software"),
                of("POST /api/v1/provision"));
    }

    private static Endpoint of(String mapping) {
        String path = mapping.substring(mapping.indexOf(' ') + 1);
        return new Endpoint(
                mapping,
                path.replace("{token}", UNKNOWN).replace("{requestId}", "1"),
                mapping.startsWith("POST") ? "{}" : null,
                Audience.DEVICE);
    }
}
