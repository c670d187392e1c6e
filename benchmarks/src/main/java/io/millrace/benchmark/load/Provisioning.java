// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Creates the devices, profiles and chains of a run on the server. */
final class Provisioning {

    /** The profile whose devices use the tenant's root chain. */
    static final String DEFAULT_PROFILE = "default";

    private static final JsonMapper JSON = JsonMapper.shared();

    private final RestApi rest;

    Provisioning(RestApi rest) {
        this.rest = rest;
    }

    Device makeDevice(String name, String profile) throws IOException, InterruptedException {
        JsonNode device =
                rest.post(
                        "/api/device",
                        JSON.createObjectNode().put("name", name).put("type", profile));
        String id = device.get("id").get("id").asString();
        return new Device(
                id, rest.get("/api/device/" + id + "/credentials").get("credentialsId").asString());
    }

    /** Creates a profile whose devices use a chain of their own. */
    void makeProfile(String name, ChainGraph graph) throws IOException, InterruptedException {
        JsonNode chain =
                rest.post(
                        "/api/ruleChain",
                        JSON.createObjectNode().put("name", name).put("type", "CORE"));
        rest.post("/api/ruleChain/metadata", graph.of(chain.get("id")));
        ObjectNode profile =
                JSON.createObjectNode()
                        .put("name", name)
                        .put("type", "DEFAULT")
                        .put("transportType", "DEFAULT");
        profile.set("defaultRuleChainId", chain.get("id"));
        rest.post("/api/deviceProfile", profile);
    }
}
