// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The server's REST API, as a tenant's administrator uses it. */
final class Service {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String TYPES = "org.thingsboard.rule.engine.";

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private final String url;
    private final String token;

    Service(Options options) throws IOException, InterruptedException {
        this.url = "http://127.0.0.1:" + options.http();
        JsonNode login =
                JSON.createObjectNode()
                        .put("username", options.user())
                        .put("password", options.password());
        this.token =
                send(HttpRequest.newBuilder(URI.create(url + "/api/auth/login")), login)
                        .get("token")
                        .asString();
    }

    /** A device that publishes. */
    record Device(String id, String token) {}

    Device makeDevice(String name, String profile) throws IOException, InterruptedException {
        JsonNode device =
                post("/api/device", JSON.createObjectNode().put("name", name).put("type", profile));
        String id = device.get("id").get("id").asString();
        return new Device(
                id, get("/api/device/" + id + "/credentials").get("credentialsId").asString());
    }

    /** Makes a profile whose devices' messages pass a TBEL filter and a TBEL transformation before they are stored. */
    void makeScriptsProfile(String name) throws IOException, InterruptedException {
        JsonNode chain =
                post(
                        "/api/ruleChain",
                        JSON.createObjectNode().put("name", name).put("type", "CORE"));
        ObjectNode graph = JSON.createObjectNode().put("firstNodeIndex", 0);
        graph.set("ruleChainId", chain.get("id"));
        ArrayNode nodes = graph.putArray("nodes");
        node(
                nodes,
                "filter.TbJsFilterNode",
                "{\"scriptLang\":\"TBEL\",\"tbelScript\":\"return msg.temperature > -300;\"}");
        node(
                nodes,
                "transform.TbTransformMsgNode",
                "{\"scriptLang\":\"TBEL\",\"tbelScript\":\"msg.fahrenheit = msg.temperature * 1.8 + 32; metadata.unit = 'F'; return {msg: msg, metadata: metadata, msgType: msgType};\"}");
        node(
                nodes,
                "telemetry.TbMsgTimeseriesNode",
                "{\"processingSettings\":{\"type\":\"ON_EVERY_MESSAGE\"}}");
        ArrayNode connections = graph.putArray("connections");
        connections.addObject().put("fromIndex", 0).put("toIndex", 1).put("type", "True");
        connections.addObject().put("fromIndex", 1).put("toIndex", 2).put("type", "Success");
        post("/api/ruleChain/metadata", graph);
        ObjectNode profile =
                JSON.createObjectNode()
                        .put("name", name)
                        .put("type", "DEFAULT")
                        .put("transportType", "DEFAULT");
        profile.set("defaultRuleChainId", chain.get("id"));
        post("/api/deviceProfile", profile);
    }

    private static void node(ArrayNode nodes, String type, String configuration) {
        ObjectNode node =
                nodes.addObject()
                        .put("type", TYPES + type)
                        .put("name", type)
                        .put("configurationVersion", 3);
        node.set("configuration", JSON.readTree(configuration));
    }

    /** How many of a device's readings are stored between two time stamps, the second one excluded. */
    long countStored(Device device, long from, long to) throws IOException, InterruptedException {
        long count = 0;
        for (long start = from; start < to; start += 50_000) {
            JsonNode answer =
                    get(
                            "/api/plugins/telemetry/DEVICE/%s/values/timeseries?keys=temperature&startTs=%d&endTs=%d&limit=100000"
                                    .formatted(device.id(), start, Math.min(to, start + 50_000)));
            count += answer.path("temperature").size();
        }
        return count;
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    private JsonNode post(String path, JsonNode body) throws IOException, InterruptedException {
        return send(request(path), body);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + token);
    }

    private JsonNode send(HttpRequest.Builder request, JsonNode body)
            throws IOException, InterruptedException {
        return send(
                request.header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body.toString())));
    }

    private JsonNode send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException(
                    "%s: %d %s".formatted(response.uri(), response.statusCode(), response.body()));
        }
        return JSON.readTree(response.body());
    }
}
