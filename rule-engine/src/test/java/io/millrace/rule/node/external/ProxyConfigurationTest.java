// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.rule.http.HttpProxy;
import io.millrace.rule.node.InvalidConfigurationException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

class ProxyConfigurationTest {

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .build();

    @Test
    void usesNoProxyUnlessItIsToldTo() {
        assertThat(proxy("\"proxyHost\":\"p\",\"proxyPort\":8080", Map.of())).isNull();
    }

    @Test
    void usesTheProxyOfTheConfiguration() {
        assertThat(
                        proxy(
                                "\"enableProxy\":true,\"proxyHost\":\"p\",\"proxyPort\":8080,\"proxyUser\":\"u\",\"proxyPassword\":\"s\"",
                                Map.of()))
                .isEqualTo(new HttpProxy("p", 8080, "u", "s"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 65_535})
    void takesAnyPortThatThereIs(int port) {
        assertThat(
                        proxy(
                                "\"enableProxy\":true,\"proxyHost\":\"p\",\"proxyPort\":" + port,
                                Map.of()))
                .isEqualTo(new HttpProxy("p", port, null, null));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 65_536})
    void refusesAPortThatThereIsNot(int port) {
        assertRefused(
                "\"enableProxy\":true,\"proxyHost\":\"p\",\"proxyPort\":" + port,
                Map.of(),
                "proxyPort: must be from 1 to 65535, not " + port);
    }

    @Test
    void usesTheProxyOfTheJvm() {
        String configuration = "\"enableProxy\":true,\"useSystemProxyProperties\":true";

        assertThat(proxy(configuration, Map.of("http.proxyHost", "p", "http.proxyPort", "3128")))
                .isEqualTo(new HttpProxy("p", 3128, null, null));
        assertThat(
                        proxy(
                                configuration,
                                Map.of(
                                        "https.proxyHost",
                                        "s",
                                        "https.proxyPort",
                                        "3129",
                                        "tb.proxy.user",
                                        "u",
                                        "tb.proxy.password",
                                        "x")))
                .isEqualTo(new HttpProxy("s", 3129, "u", "x"));
    }

    @Test
    void refusesAProxyThatItCannotUse() {
        String ofSystem = "\"enableProxy\":true,\"useSystemProxyProperties\":true";

        assertRefused("\"enableProxy\":true", Map.of(), "proxyHost:");
        assertRefused("\"enableProxy\":true,\"proxyHost\":\"p\"", Map.of(), "proxyPort:");
        assertRefused(
                ofSystem,
                Map.of(),
                "useSystemProxyProperties: the JVM has no properties http.proxyHost and http.proxyPort");
        assertRefused(
                ofSystem,
                Map.of("socksProxyHost", "s"),
                "useSystemProxyProperties: the JVM must name an HTTP proxy, not a SOCKS proxy");
        assertRefused(
                ofSystem,
                Map.of("http.proxyHost", "p", "http.proxyPort", "many"),
                "http.proxyPort:");
    }

    private static void assertRefused(
            String configuration, Map<String, String> system, String message) {
        assertThatThrownBy(() -> proxy(configuration, system))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith(message);
    }

    private static @Nullable HttpProxy proxy(String configuration, Map<String, String> system) {
        return ProxyConfiguration.of(
                JSON.readValue(
                        "{\"restEndpointUrlPattern\":\"http://h\",\"requestMethod\":\"GET\",%s}"
                                .formatted(configuration),
                        RestApiCallConfiguration.class),
                system::get);
    }
}
