// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

class SlowEndpointTest {

    @Test
    void answersWithTheBodyThatItGotAndCounts() throws Exception {
        try (SlowEndpoint endpoint = new SlowEndpoint(1);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response =
                    client.send(
                            HttpRequest.newBuilder(URI.create(endpoint.url()))
                                    .POST(BodyPublishers.ofString("{\"temperature\":21.5}"))
                                    .build(),
                            BodyHandlers.ofString());

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).isEqualTo("{\"temperature\":21.5}");
            assertThat(endpoint.answers()).isEqualTo(1);
        }
    }
}
