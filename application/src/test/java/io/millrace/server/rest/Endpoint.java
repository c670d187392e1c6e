// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint and a call of it.
 *
 * @param mapping method and pattern, as the service maps it
 * @param path the called path, with ids of the victim
 * @param body the posted body, or null
 */
record Endpoint(String mapping, String path, @Nullable String body, Audience audience) {

    static Endpoint get(String pattern, Audience audience) {
        return new Endpoint("GET " + pattern, Victim.INSTANCE.fill(pattern), null, audience);
    }

    /** Called with an unknown id: the administrator of the installation may call it, and must not change the victim. */
    static Endpoint ofUnknownId(String mapping) {
        String path = mapping.substring(mapping.indexOf(' ') + 1);
        String unknown = UUID.randomUUID().toString();
        return new Endpoint(
                mapping, path.replaceAll("\\{\\w+}", unknown), null, Audience.INSTALLATION);
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
