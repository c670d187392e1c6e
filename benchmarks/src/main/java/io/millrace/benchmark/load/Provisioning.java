// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Creates the tenants, devices, profiles and chains of a run on the server. */
public final class Provisioning {

    /** The profile whose devices use the tenant's root chain. */
    public static final String DEFAULT_PROFILE = "default";

    private static final JsonMapper JSON = JsonMapper.shared();

    private final RestApi rest;

    public Provisioning(RestApi rest) {
        this.rest = rest;
    }

    /** Creates a tenant, and signs in as its administrator. Needs the administrator of the installation. */
    public RestApi makeTenant(String name) throws IOException, InterruptedException {
        ObjectNode user =
                JSON.createObjectNode()
                        .put("authority", "TENANT_ADMIN")
                        .put("email", name + "@example.com");
        user.set(
                "tenantId",
                rest.post("/api/tenant", JSON.createObjectNode().put("title", name)).get("id"));
        String id = rest.post("/api/user", user).get("id").get("id").asString();
        String link = rest.text("/api/user/" + id + "/activationLink");
        ObjectNode activation =
                JSON.createObjectNode()
                        .put("activateToken", link.substring(link.indexOf('=') + 1))
                        .put("password", UUID.randomUUID().toString());
        return rest.as(rest.post("/api/noauth/activate", activation).get("token").asString());
    }

    public List<Device> makeDevices(String name, int count, String profile)
            throws InterruptedException {
        return Parallel.make(count, i -> makeDevice(name + " device " + i, profile));
    }

    public Device makeDevice(String name, String profile) throws IOException, InterruptedException {
        return makeDevice(JSON.createObjectNode().put("name", name).put("type", profile));
    }

    /** Creates a gateway, of the default profile. */
    public Device makeGateway(String name) throws IOException, InterruptedException {
        ObjectNode gateway = JSON.createObjectNode().put("name", name).put("type", DEFAULT_PROFILE);
        gateway.putObject("additionalInfo").put("gateway", true);
        return makeDevice(gateway);
    }

    private Device makeDevice(ObjectNode wanted) throws IOException, InterruptedException {
        JsonNode device = rest.post("/api/device", wanted);
        String id = device.get("id").get("id").asString();
        return new Device(
                id,
                device.get("name").asString(),
                rest.get("/api/device/" + id + "/credentials").get("credentialsId").asString());
    }

    /** Creates a chain, and returns it. */
    public JsonNode makeChain(String name, ChainGraph graph)
            throws IOException, InterruptedException {
        JsonNode chain =
                rest.post(
                        "/api/ruleChain",
                        JSON.createObjectNode().put("name", name).put("type", "CORE"));
        rest.post("/api/ruleChain/metadata", graph.of(chain.get("id")));
        return chain;
    }

    /** Creates a profile whose devices use a chain of their own. */
    public void makeProfile(String name, ChainGraph graph)
            throws IOException, InterruptedException {
        JsonNode chain = makeChain(name, graph);
        ObjectNode profile =
                JSON.createObjectNode()
                        .put("name", name)
                        .put("type", "DEFAULT")
                        .put("transportType", "DEFAULT");
        profile.set("defaultRuleChainId", chain.get("id"));
        rest.post("/api/deviceProfile", profile);
    }
}
