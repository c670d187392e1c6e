// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpRequestsTest {

    @ParameterizedTest
    @CsvSource({
        "http://h.example/x,h.example",
        "https://h.example/x,h.example",
        "http://h.example:80/x,h.example:80",
        "http://user:secret@h.example:8080/x,h.example:8080",
        "http://[::1]:8080/x,[::1]:8080"
    })
    void namesTheHostAsTheAddressDoes(String address, String host) {
        HttpCall call =
                new HttpCall("GET", URI.create(address), List.of(), null, Duration.ofSeconds(1), 1);

        assertThat(HttpRequests.of(call).getAuthority()).hasToString(host);
    }
}
