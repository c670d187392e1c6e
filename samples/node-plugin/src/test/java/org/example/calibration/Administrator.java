// SPDX-License-Identifier: Apache-2.0
package org.example.calibration;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The demo tenant's administrator at the REST API. */
final class Administrator {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http = HttpClient.newHttpClient();
    private final Service service;
    private final String token;

    Administrator(Service service) throws Exception {
        this.service = service;
        ObjectNode account =
                JSON.createObjectNode()
                        .put("username", "tenant@millrace.local")
                        .put("password", Service.PASSWORD);
        this.token =
                json(post(service.request("/api/auth/login"), account)).at("/token").asString();
    }

    /** Imports a chain out of the test's resources and answers its id. */
    JsonNode importChain(String resource) throws Exception {
        try (InputStream file = Administrator.class.getResourceAsStream(resource)) {
            return json(post("/api/ruleChain/import", JSON.readTree(file))).path("id");
        }
    }

    /** Makes a device whose messages go through a chain, and answers its id. */
    String deviceOf(JsonNode chain) throws Exception {
        ObjectNode profile =
                JSON.createObjectNode().put("name", "Calibrated").put("type", "DEFAULT");
        profile.put("transportType", "DEFAULT").set("defaultRuleChainId", chain);
        post("/api/deviceProfile", profile);
        ObjectNode device = JSON.createObjectNode().put("name", "Sensor").put("type", "Calibrated");
        return json(post("/api/device", device)).at("/id/id").asString();
    }

    /** The token with which a device connects. */
    String accessToken(String device) throws Exception {
        return json(get("/api/device/" + device + "/credentials")).at("/credentialsId").asString();
    }

    /** What the service answers to a GET. */
    String get(String path) throws Exception {
        return send(authorized(path).GET());
    }

    private String post(String path, JsonNode body) throws Exception {
        return post(authorized(path), body);
    }

    private String post(HttpRequest.Builder request, JsonNode body) throws Exception {
        return send(
                request.header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body.toString())));
    }

    private HttpRequest.Builder authorized(String path) {
        return service.request(path).header("Authorization", "Bearer " + token);
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new AssertionError(response + " " + response.body());
        }
        return response.body();
    }

    private static JsonNode json(String text) {
        return JSON.readTree(text);
    }
}
