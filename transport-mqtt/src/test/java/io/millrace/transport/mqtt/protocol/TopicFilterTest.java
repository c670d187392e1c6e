// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicFilterTest {

    /** v5:MQTT-4.7.1-1, v5:MQTT-4.7.1-2, v5:MQTT-4.7.2-1, v5:MQTT-4.7.3-4 */
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
        "a/+/b/+, a/1/b/2, true",
        "a/+/b/+, a/1/c/2, false",
        "a/#, a, true",
        "a/#, a/b/c, true",
        "a/#, ab, false",
        "#, a/b, true",
        "+, a, true",
        "+, a/b, false",
        "+/+, /a, true",
        "#, $SYS/a, false",
        "+/a, $SYS/a, false",
        "$SYS/#, $SYS/a, true",
    })
    void wildcardsStandForWholeLevels(String filter, String topic, boolean matches) {
        assertThat(TopicFilter.matches(filter, topic)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({
        "a, true",
        "a/+/b, true",
        "#, true",
        "a/#, true",
        "/, true",
        "+/+, true",
        "a#, false",
        "a/#/b, false",
        "a+, false",
        "a/b+, false",
        "'', false"
    })
    void wildcardsMustStandAlone(String filter, boolean valid) {
        assertThat(TopicFilter.isValid(filter)).isEqualTo(valid);
    }

    /** v5:MQTT-4.8.2-1, v5:MQTT-4.8.2-2 */
    @ParameterizedTest
    @CsvSource({
        "$share/g/a, true",
        "$share/g/+/a, true",
        "$share/, false",
        "$share//a, false",
        "$share/g/, false",
        "$share/g, false",
        "$share/a+/x, false",
        "$share/#/x, false"
    })
    void aSharedFilterHasAPlainNameAndAFilter(String filter, boolean valid) {
        assertThat(TopicFilter.isShared(filter)).isTrue();
        assertThat(TopicFilter.isValidShared(filter)).isEqualTo(valid);
    }
}
