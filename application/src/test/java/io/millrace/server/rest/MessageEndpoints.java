// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import static io.millrace.server.rest.Endpoint.call;
import static io.millrace.server.rest.Endpoint.get;
import static io.millrace.server.rest.Endpoint.post;

import java.util.stream.Stream;

/** Paths of messages, watches, and debug events. */
final class MessageEndpoints {

    private static final String NODE_EVENTS = "/api/events/RULE_NODE/" + Victim.INSTANCE.node();
    private static final String FILTER = "{\"eventType\":\"DEBUG_RULE_NODE\"}";

    private MessageEndpoints() {}

    static Stream<Endpoint> all() {
        return Stream.of(
                get("/api/messages/{messageId}/path", Audience.ENTITY_ADMIN),
                get("/api/messages/{entityType}/{entityId}/paths", Audience.ENTITY_ADMIN),
                get("/api/messages", Audience.OWN_TENANT_ADMIN),
                search("messageId=" + Victim.INSTANCE.device(), Audience.OWN_TENANT_ADMIN),
                search(
                        "entityType=DEVICE&entityId=" + Victim.INSTANCE.device(),
                        Audience.ENTITY_ADMIN),
                search("ruleChainId=" + Victim.INSTANCE.chain(), Audience.ENTITY_ADMIN),
                search("ruleNodeId=" + Victim.INSTANCE.node(), Audience.ENTITY_ADMIN),
                get("/api/messages/watches", Audience.OWN_TENANT_ADMIN),
                watch("DEVICE", Victim.INSTANCE.device()),
                watch("RULE_CHAIN", Victim.INSTANCE.chain()),
                watch("RULE_NODE", Victim.INSTANCE.node()),
                call("DELETE /api/messages/watches/{entityType}/{entityId}", Audience.ENTITY_ADMIN),
                new Endpoint(
                        "GET /api/events/{entityType}/{entityId}/{eventType}",
                        NODE_EVENTS + "/DEBUG_RULE_NODE?pageSize=10&page=0",
                        null,
                        Audience.ENTITY_ADMIN),
                new Endpoint(
                        "GET /api/events/{entityType}/{entityId}",
                        NODE_EVENTS + "?pageSize=10&page=0",
                        null,
                        Audience.ENTITY_ADMIN),
                new Endpoint(
                        "POST /api/events/{entityType}/{entityId}",
                        NODE_EVENTS + "?pageSize=10&page=0",
                        FILTER,
                        Audience.ENTITY_ADMIN),
                new Endpoint(
                        "POST /api/events/{entityType}/{entityId}/clear",
                        NODE_EVENTS + "/clear",
                        FILTER,
                        Audience.ENTITY_ADMIN),
                get("/api/ruleNode/{ruleNodeId}/debugIn", Audience.ENTITY_ADMIN));
    }

    private static Endpoint search(String parameters, Audience audience) {
        return new Endpoint("GET /api/messages", "/api/messages?" + parameters, null, audience);
    }

    private static Endpoint watch(String type, String id) {
        return post(
                "/api/messages/watches",
                "{\"entityType\":\"%s\",\"entityId\":\"%s\"}".formatted(type, id),
                Audience.ENTITY_ADMIN);
    }
}
