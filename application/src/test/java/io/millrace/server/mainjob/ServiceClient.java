// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A client of the REST API, signed in as an administrator. */
public final class ServiceClient {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private final String url;
    private final String token;

    private ServiceClient(String url, String path, ObjectNode credentials) {
        this.url = url;
        this.token =
                send(HttpRequest.newBuilder(URI.create(url + path))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(credentials.toString())))
                        .get("token")
                        .asString();
    }

    public static ServiceClient signIn(String url, String user, String password) {
        return new ServiceClient(
                url,
                "/api/auth/login",
                JSON.createObjectNode().put("username", user).put("password", password));
    }

    /** Creates a tenant and answers its administrator, signed in; only for administrators of the installation. */
    ServiceClient newTenant(String title) {
        JsonNode tenant = post("/api/tenant", JSON.createObjectNode().put("title", title));
        ObjectNode administrator =
                JSON.createObjectNode()
                        .put("email", "administrator-%d@example.com".formatted(System.nanoTime()))
                        .put("authority", "TENANT_ADMIN");
        administrator.set("tenantId", tenant.get("id"));
        JsonNode saved = post("/api/user?sendActivationMail=false", administrator);
        String link =
                get("/api/user/%s/activationLinkInfo".formatted(saved.at("/id/id").asString()))
                        .get("value")
                        .asString();
        return new ServiceClient(
                url,
                "/api/noauth/activate",
                JSON.createObjectNode()
                        .put("activateToken", link.substring(link.indexOf('=') + 1))
                        .put("password", "a password for tests"));
    }

    /** A device and how it proves itself. */
    public record Device(String id, String token) {}

    public Device createDevice(String name) {
        return createDevice(name, "default");
    }

    public Device createDevice(String name, String profile) {
        JsonNode device =
                post("/api/device", JSON.createObjectNode().put("name", name).put("type", profile));
        return device(device.get("id").get("id").asString());
    }

    /** Creates an asset and answers its id. */
    public String createAsset(String name) {
        return post("/api/asset", JSON.createObjectNode().put("name", name).put("type", "default"))
                .get("id")
                .get("id")
                .asString();
    }

    public Device deviceByName(String name) {
        return device(
                get("/api/tenant/devices?deviceName=" + name.replace(" ", "%20"))
                        .get("id")
                        .get("id")
                        .asString());
    }

    private Device device(String id) {
        return new Device(
                id, get("/api/device/" + id + "/credentials").get("credentialsId").asString());
    }

    /** Makes a profile whose devices' messages go through the chain, and answers its name. */
    public String createProfile(String name, String chain) {
        saveProfile(name, chain);
        return name;
    }

    /** Gives the device a new profile whose messages go through the chain. */
    public void useProfile(Device device, String name, String chain) {
        JsonNode saved = saveProfile(name, chain);
        ObjectNode changed = (ObjectNode) get("/api/device/" + device.id());
        changed.set("deviceProfileId", saved.get("id"));
        post("/api/device", changed);
    }

    private JsonNode saveProfile(String name, String chain) {
        ObjectNode profile =
                JSON.createObjectNode()
                        .put("name", name)
                        .put("type", "DEFAULT")
                        .put("transportType", "DEFAULT");
        profile.putObject("defaultRuleChainId").put("entityType", "RULE_CHAIN").put("id", chain);
        return post("/api/deviceProfile", profile);
    }

    public JsonNode get(String path) {
        return send(request(path).GET());
    }

    public JsonNode post(String path, JsonNode body) {
        return send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body.toString())));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + token);
    }

    private JsonNode send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new AssertionError(
                        "%s %s: %d %s"
                                .formatted(
                                        response.request().method(),
                                        response.uri(),
                                        response.statusCode(),
                                        response.body()));
            }
            return response.body().isEmpty()
                    ? JSON.createObjectNode()
                    : JSON.readTree(response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
