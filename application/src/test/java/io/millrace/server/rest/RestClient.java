// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Calls the API over real HTTP, as a user or without a token. */
public record RestClient(String baseUrl, @Nullable String token) {

    private static final JsonMapper JSON = new JsonMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** The same server, called by a user who signs in first. */
    public RestClient signedIn(String email, String password) {
        Answer answer =
                post("/api/auth/login", Map.of("username", email, "password", password))
                        .expect(200);
        return withToken(answer.json().path("token").stringValue());
    }

    public RestClient withToken(@Nullable String other) {
        return new RestClient(baseUrl, other);
    }

    public Answer get(String path) {
        return send("GET", path, null);
    }

    public Answer delete(String path) {
        return send("DELETE", path, null);
    }

    /** Posts a text as it is, or anything else as JSON. */
    public Answer post(String path, Object body) {
        return send(
                "POST", path, body instanceof String text ? text : JSON.writeValueAsString(body));
    }

    public Answer send(String method, String path, @Nullable String body) {
        HttpRequest.Builder request = request(path);
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        request.header("Content-Type", "application/json");
        request.method(
                method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        return send(request.build());
    }

    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(baseUrl + path)).timeout(Duration.ofSeconds(30));
    }

    public Answer send(HttpRequest request) {
        try {
            return new Answer(HTTP.send(request, BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public static ObjectNode object() {
        return JSON.createObjectNode();
    }

    /** What came back. */
    public record Answer(HttpResponse<String> response) {

        public int status() {
            return response.statusCode();
        }

        public String body() {
            return response.body();
        }

        public JsonNode json() {
            return JSON.readTree(body());
        }

        /** A string out of the JSON, by JSON pointer. */
        public String text(String pointer) {
            return json().at(pointer).asString();
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        public Answer expect(int status) {
            assertThat(status()).as("%s: %s", response.request(), body()).isEqualTo(status);
            return this;
        }

        /** Expects an error in JSON. */
        public Answer expectError(int status, int errorCode) {
            expect(status);
            assertThat(header("Content-Type")).startsWith("application/json");
            assertThat(json().path("status").intValue()).isEqualTo(status);
            assertThat(json().path("errorCode").intValue()).as(body()).isEqualTo(errorCode);
            assertThat(json().path("message").stringValue()).isNotBlank();
            assertThat(json().path("timestamp").longValue()).isPositive();
            return this;
        }
    }
}
