// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.server.registry.ratelimit.RateLimit.Window;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class RateLimitTest {

    @Test
    void readsThingsBoardsFormat() {
        RateLimit limit = RateLimit.parse("10:1, 300:60");

        assertThat(limit.windows())
                .containsExactly(
                        new Window(10, Duration.ofSeconds(1)),
                        new Window(300, Duration.ofSeconds(60)));
        assertThat(limit.text()).isEqualTo("10:1, 300:60");
        assertThat(limit.longest()).isEqualTo(Duration.ofMinutes(1));
    }

    @ParameterizedTest
    @CsvSource({
        "10, must be entries of capacity:seconds",
        "10:1:2, must be entries of capacity:seconds",
        "'10:1,', has the entry ''",
        "ten:1, has the entry 'ten:1'",
        "-1:1, has the entry '-1:1'",
        "0:1, the capacity of the entry '0:1' must be from 1 to 1000000000",
        "10:0, the seconds of the entry '10:0' must be from 1 to 31622400",
        "2000000000:1, the capacity of the entry '2000000000:1' must be from 1 to 1000000000",
        "'10:1,20:1', has two entries for 1 seconds",
        "'1:1,1:2,1:3,1:4,1:5,1:6,1:7,1:8,1:9,1:10,1:11', must have at most 10 entries"
    })
    void saysWhatIsWrongWithALimit(String text, String message) {
        assertThatThrownBy(() -> RateLimit.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aStoredTextThatIsNotValidLimitsNothing() {
        TransportLimits limits =
                TransportLimits.of(
                        JsonMapper.shared()
                                .readTree(
                                        """
                                        {"transportDeviceMsgRateLimit":"many","transportTenantMsgRateLimit":"5:1",
                                         "transportGatewayMsgRateLimit":""}
                                        """));

        assertThat(limits.set()).containsOnlyKeys(TransportLimit.TENANT_MESSAGES);
    }
}
