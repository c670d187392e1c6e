// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import static io.millrace.server.rest.Endpoint.call;
import static io.millrace.server.rest.Endpoint.get;
import static io.millrace.server.rest.Endpoint.list;
import static io.millrace.server.rest.Endpoint.post;

import java.util.stream.Stream;

/** Rule chains with their versions and tests, and the types of nodes. */
final class RuleChainEndpoints {

    private RuleChainEndpoints() {}

    static Stream<Endpoint> all() {
        return Stream.of(
                get("/api/ruleChain/{ruleChainId}/output/labels/usage", Audience.ENTITY_ADMIN),
                get("/api/ruleChain/{ruleChainId}/usedBy", Audience.ENTITY_ADMIN),
                get("/api/ruleChain/{ruleChainId}/nodes/state", Audience.ENTITY_ADMIN),
                get("/api/ruleChain/{ruleChainId}/versions", Audience.ENTITY_ADMIN)
                        .withParameter("pageSize=10&page=0"),
                get("/api/ruleChain/{ruleChainId}/versions/{number}", Audience.ENTITY_ADMIN),
                get(
                        "/api/ruleChain/{ruleChainId}/versions/{from}/compare/{to}",
                        Audience.ENTITY_ADMIN),
                call(
                        "POST /api/ruleChain/{ruleChainId}/versions/{number}/restore",
                        Audience.ENTITY_ADMIN),
                post(
                        "/api/ruleChain/metadata/validate",
                        Victim.INSTANCE.graphBody(),
                        Audience.ENTITY_ADMIN),
                post(
                        "/api/ruleChain/testRun",
                        "{\"metadata\":%s,\"message\":{}}".formatted(Victim.INSTANCE.graphBody()),
                        Audience.ENTITY_ADMIN),
                get("/api/ruleChain/{ruleChainId}/testCases", Audience.ENTITY_ADMIN),
                new Endpoint(
                        "POST /api/ruleChain/{ruleChainId}/testCases",
                        Victim.INSTANCE.fill("/api/ruleChain/{ruleChainId}/testCases"),
                        "{\"name\":\"a test\",\"message\":{}}",
                        Audience.ENTITY_ADMIN),
                call(
                        "DELETE /api/ruleChain/{ruleChainId}/testCases/{testCaseId}",
                        Audience.ENTITY_ADMIN),
                call("POST /api/ruleChain/{ruleChainId}/testCases/run", Audience.ENTITY_ADMIN),
                get("/api/ruleChain/tbelEnabled", Audience.OWN_TENANT_ADMIN),
                post(
                        "/api/ruleChain/testScript",
                        "{\"script\":\"return true;\",\"scriptType\":\"filter\",\"msg\":\"{}\"}",
                        Audience.OWN_TENANT_ADMIN),
                get("/api/components", Audience.ADMINISTRATOR),
                get("/api/components/{componentType}", Audience.ADMINISTRATOR),
                get("/api/component/{clazz}", Audience.ADMINISTRATOR),
                get("/api/ruleChain/{ruleChainId}", Audience.ENTITY_ADMIN),
                get("/api/ruleChain/{ruleChainId}/metadata", Audience.ENTITY_ADMIN),
                get("/api/ruleChain/{ruleChainId}/output/labels", Audience.ENTITY_ADMIN),
                new Endpoint(
                        "DELETE /api/ruleChain/{ruleChainId}",
                        "/api/ruleChain/" + Victim.INSTANCE.chain(),
                        null,
                        Audience.ENTITY_ADMIN),
                new Endpoint(
                        "POST /api/ruleChain/{ruleChainId}/root",
                        "/api/ruleChain/" + Victim.INSTANCE.chain() + "/root",
                        null,
                        Audience.ENTITY_ADMIN),
                post("/api/ruleChain", Victim.INSTANCE.chainBody(), Audience.ENTITY_ADMIN),
                post("/api/ruleChain/metadata", Victim.INSTANCE.graphBody(), Audience.ENTITY_ADMIN),
                post(
                        "/api/ruleChain/device/default",
                        "{\"name\":\"own\"}",
                        Audience.OWN_TENANT_ADMIN),
                post(
                        "/api/ruleChain/import",
                        "{\"ruleChain\":%s,\"metadata\":%s}"
                                .formatted(
                                        Victim.INSTANCE.chainBody(), Victim.INSTANCE.graphBody()),
                        Audience.OWN_TENANT_ADMIN),
                list("/api/ruleChains", Audience.OWN_TENANT_ADMIN),
                call("GET /api/ruleChains/list", Audience.OWN_TENANT_ADMIN)
                        .withParameter(Victim.INSTANCE.fill("ruleChainIds={ruleChainId}")),
                new Endpoint(
                        "GET /api/ruleChains/export",
                        "/api/ruleChains/export?limit=100",
                        null,
                        Audience.OWN_TENANT_ADMIN),
                new Endpoint(
                        "POST /api/ruleChains/import",
                        "/api/ruleChains/import?overwrite=true",
                        "{\"ruleChains\":[%s],\"metadata\":[%s]}"
                                .formatted(
                                        Victim.INSTANCE.chainBody(), Victim.INSTANCE.graphBody()),
                        Audience.OWN_TENANT_ADMIN));
    }
}
