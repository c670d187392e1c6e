// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class CompressionIT {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final RestClient admin = RestServer.running().newTenantAdministrator();

    private HttpResponse<byte[]> get(String path, String acceptEncoding)
            throws IOException, InterruptedException {
        HttpRequest request =
                admin.request(path)
                        .header("Authorization", "Bearer " + admin.token())
                        .header("Accept-Encoding", acceptEncoding)
                        .build();
        HttpResponse<byte[]> response = HTTP.send(request, BodyHandlers.ofByteArray());
        assertThat(response.statusCode()).isEqualTo(200);
        return response;
    }

    private static String vary(HttpResponse<?> response) {
        return String.join(",", response.headers().allValues("Vary")).toLowerCase(Locale.ROOT);
    }

    @Test
    void largeJsonIsCompressedForClientsThatAcceptIt() throws IOException, InterruptedException {
        HttpResponse<byte[]> plain = get("/api/components", "identity");
        HttpResponse<byte[]> compressed = get("/api/components", "gzip, br");

        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(compressed.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(compressed.body().length).isLessThan(plain.body().length / 4);
        GZIPInputStream content = new GZIPInputStream(new ByteArrayInputStream(compressed.body()));
        assertThat(content.readAllBytes()).isEqualTo(plain.body());
    }

    @Test
    void cachesAreToldThatTheResponseDependsOnWhatTheClientAccepts()
            throws IOException, InterruptedException {
        assertThat(vary(get("/api/components", "identity"))).contains("accept-encoding");
        assertThat(vary(get("/api/components", "gzip"))).contains("accept-encoding");
    }

    @Test
    void smallJsonIsNotCompressed() throws IOException, InterruptedException {
        HttpResponse<byte[]> small = get("/api/auth/user", "gzip");

        assertThat(small.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(small.body()).startsWith("{".getBytes(StandardCharsets.US_ASCII));
    }
}
