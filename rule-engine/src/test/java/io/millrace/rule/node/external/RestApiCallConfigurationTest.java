// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.external;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

class RestApiCallConfigurationTest {

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .build();

    @Test
    void saysAsATextWhatItCallsAndNoSecret() {
        assertThat(
                        JSON.readValue(
                                """
                                {"restEndpointUrlPattern":"http://h/","requestMethod":"GET",
                                 "headers":{"X-Key":"secret"},"proxyPassword":"secret",
                                 "credentials":{"type":"basic","username":"u","password":"secret"}}\
                                """,
                                RestApiCallConfiguration.class))
                .hasToString("GET http://h/");
    }

    @Test
    void saysOfAPasswordOnlyWhoseItIs() {
        assertThat(new ClientCredentials.Basic("u", "secret")).hasToString("Basic[u]");
    }

    @Test
    void saysNothingOfACertificateAndItsKey() {
        assertThat(new ClientCredentials.Pem("authority", "certificate", "secret", "secret"))
                .hasToString("Pem");
    }
}
