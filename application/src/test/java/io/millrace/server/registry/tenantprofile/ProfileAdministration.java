// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import io.millrace.server.rest.RestClient;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Adds profiles and tenants with them, as the system administrator. */
public record ProfileAdministration(RestClient admin) {

    /** A profile as a client sends it. */
    static String body(String name, boolean isolated, String data) {
        return "{\"name\":\"%s\",\"isolatedTbRuleEngine\":%s,\"profileData\":%s}"
                .formatted(name, isolated, data);
    }

    public static String id(JsonNode entity) {
        return entity.at("/id/id").stringValue();
    }

    public ObjectNode create(String name, String data) {
        return save(body(name, false, data));
    }

    ObjectNode createIsolated(String name, String data) {
        return save(body(name, true, data));
    }

    /** Sends a profile; returns it as it was answered. */
    ObjectNode save(Object profile) {
        return (ObjectNode) admin.post("/api/tenantProfile", profile).expect(200).json();
    }

    public ObjectNode newTenant(JsonNode profile) {
        return (ObjectNode)
                admin.post(
                                "/api/tenant",
                                Map.of(
                                        "title",
                                        "Tenant " + UUID.randomUUID(),
                                        "tenantProfileId",
                                        profile.path("id")))
                        .expect(200)
                        .json();
    }
}
