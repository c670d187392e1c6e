// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import static io.millrace.server.rest.Endpoint.post;

import java.util.stream.Stream;

/** Calls through the rule chains. */
final class RuleEngineEndpoints {

    private RuleEngineEndpoints() {}

    static Stream<Endpoint> all() {
        return Stream.of(
                // Not JSON, so that no call waits for an answer that no chain gives.
                post("/api/rule-engine/", "no JSON", Audience.CALLER),
                ofDevice(""),
                ofDevice("/{timeout}"),
                ofDevice("/{queueName}/{timeout}"));
    }

    private static Endpoint ofDevice(String rest) {
        String mapping = "/api/rule-engine/{entityType}/{entityId}" + rest;
        return new Endpoint(
                "POST " + mapping,
                Victim.INSTANCE.fill(mapping).replace("{timeout}", "10000"),
                "{}",
                Audience.ENTITY);
    }
}
