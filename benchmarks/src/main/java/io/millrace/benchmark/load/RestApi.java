// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of the server's REST API, signed in as an administrator. Safe for use by many threads. */
public final class RestApi {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int UNAUTHORIZED = 401;

    private final HttpClient http;
    private final String url;
    private final String token;

    private RestApi(HttpClient http, String url, String token) {
        this.http = http;
        this.url = url;
        this.token = token;
    }

    /**
     * Signs in as the server's given administrator.
     *
     * @throws LoadException if the server refuses the sign-in
     * @throws IOException if the server is not reachable or does not answer
     */
    public static RestApi signIn(Server server) throws IOException, InterruptedException {
        HttpClient http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(Duration.ofSeconds(10))
                        .build();
        String url = "http://127.0.0.1:" + server.http();
        JsonNode login =
                JSON.createObjectNode()
                        .put("username", server.user())
                        .put("password", server.password());
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(url + "/api/auth/login"))
                        .timeout(Duration.ofSeconds(20))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(login.toString()))
                        .build();
        HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
        if (response.statusCode() == UNAUTHORIZED) {
            response.body().close();
            throw new LoadException(
                    "The server does not let %s in: is --password right?".formatted(server.user()));
        }
        try (InputStream body = successful(response)) {
            return new RestApi(http, url, JSON.readTree(body).get("token").asString());
        }
    }

    /** A client with the token of another session. */
    public RestApi as(String otherToken) {
        return new RestApi(http, url, otherToken);
    }

    String token() {
        return token;
    }

    public JsonNode get(String path) throws IOException, InterruptedException {
        try (InputStream body = stream(path)) {
            return JSON.readTree(body);
        }
    }

    public String text(String path) throws IOException, InterruptedException {
        try (InputStream body = stream(path)) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The body of a response; the caller must close it. */
    public InputStream stream(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    public JsonNode post(String path, JsonNode content) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(content.toString()));
        try (InputStream body = send(request)) {
            return JSON.readTree(body);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + token);
    }

    private InputStream send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return successful(http.send(request.build(), BodyHandlers.ofInputStream()));
    }

    private static InputStream successful(HttpResponse<InputStream> response) throws IOException {
        if (response.statusCode() == 200) {
            return response.body();
        }
        try (InputStream body = response.body()) {
            throw new IOException(
                    "%s answered %d %s"
                            .formatted(
                                    response.uri(),
                                    response.statusCode(),
                                    new String(body.readAllBytes(), StandardCharsets.UTF_8)));
        }
    }
}
