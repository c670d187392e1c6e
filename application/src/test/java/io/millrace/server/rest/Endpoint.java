// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint and how it is called.
 *
 * @param mapping method and pattern, as the service maps it
 * @param path what is called, with ids of the victim
 * @param body what is posted, or null
 */
record Endpoint(String mapping, String path, @Nullable String body, Audience audience) {

    static Endpoint get(String pattern, Audience audience) {
        return new Endpoint("GET " + pattern, Victim.INSTANCE.fill(pattern), null, audience);
    }

    /**
     * Nothing has the id, so that the administrator of the installation, who may call it, leaves the victim as it is.
     */
    static Endpoint ofNobody(String mapping) {
        String path = mapping.substring(mapping.indexOf(' ') + 1);
        String nobody = UUID.randomUUID().toString();
        return new Endpoint(
                mapping, path.replaceAll("\\{\\w+}", nobody), null, Audience.INSTALLATION);
    }

    static Endpoint list(String pattern, Audience audience) {
        return new Endpoint("GET " + pattern, pattern + "?pageSize=100&page=0", null, audience);
    }

    static Endpoint post(String pattern, String body, Audience audience) {
        return new Endpoint("POST " + pattern, pattern, body, audience);
    }

    static Endpoint telemetry(String pattern) {
        return get("/api/plugins/telemetry/{entityType}/{entityId}" + pattern, Audience.ENTITY);
    }

    /** Called with the ids of the victim and without a body. */
    static Endpoint call(String mapping, Audience audience) {
        String path = mapping.substring(mapping.indexOf(' ') + 1);
        return new Endpoint(mapping, Victim.INSTANCE.fill(path), null, audience);
    }

    String method() {
        return mapping.substring(0, mapping.indexOf(' '));
    }

    Endpoint withParameter(String parameter) {
        String next = path + (path.contains("?") ? "&" : "?") + parameter;
        return new Endpoint(mapping, next, body, audience);
    }

    @Override
    public String toString() {
        return mapping;
    }
}
