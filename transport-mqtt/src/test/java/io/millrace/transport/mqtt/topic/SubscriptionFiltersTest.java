// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.topic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubscriptionFiltersTest {

    @ParameterizedTest
    @CsvSource({
        "v2/a, v2/a, true",
        "v2/a, v2/a/j, false",
        "v2/a/j, v2/a, false",
        "v2/a, v2/A, false",
        "v1/devices/me/rpc/response/+, v1/devices/me/rpc/response/17, true",
        "v1/devices/me/rpc/response/+, v1/devices/me/rpc/response/, true",
        "v1/devices/me/rpc/response/+, v1/devices/me/rpc/response, false",
        "v1/devices/me/rpc/response/+, v1/devices/me/rpc/response/1/2, false",
        "v2/fw/response/+/chunk/+, v2/fw/response/1/chunk/2, true",
        "v2/fw/response/+/chunk/+, v2/fw/response/1/lump/2, false",
    })
    void plusStandsForOneLevel(String filter, String topic, boolean matches) {
        assertThat(SubscriptionFilters.matches(filter, topic)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({
        "v1/devices/me/attributes, true",
        "v1/devices/me/attributes/response/+, true",
        "v2/r/req/p/+, true",
        "v2/sw/error, true",
        "v1/gateway/rpc, true",
        "v1/devices/me/telemetry, false",
        "v1/devices/me/rpc/request/1, false",
        "+, false",
    })
    void onlyTheFiltersOfTheDeviceApiAreAllowed(String filter, boolean allowed) {
        assertThat(SubscriptionFilters.isAllowed(filter)).isEqualTo(allowed);
    }
}
