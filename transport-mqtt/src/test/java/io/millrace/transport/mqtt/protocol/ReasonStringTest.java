// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ReasonStringTest {

    private static String reason(String text, ClientLimits client) {
        return new String(Packets.reasonString(text, client), StandardCharsets.US_ASCII);
    }

    /** v5:MQTT-3.1.2-29 */
    @Test
    void aClientThatWantsNoReasonsGetsNone() {
        assertThat(reason("no such topic", ClientLimits.NONE)).isEqualTo("no such topic");
        assertThat(reason("no such topic", new ClientLimits(1, 1_000, false))).isEmpty();
    }

    /** v5:MQTT-3.4.2-2, v5:MQTT-3.14.2-3 */
    @Test
    void aReasonThatDoesNotFitIsLeftOut() {
        assertThat(reason("no such topic", new ClientLimits(1, 25, true))).isNotEmpty();
        assertThat(reason("no such topic", new ClientLimits(1, 24, true))).isEmpty();
    }

    @Test
    void aLongReasonIsCutAndHasNoOtherCharactersThanAscii() {
        assertThat(reason("x".repeat(500), ClientLimits.NONE)).hasSize(100);
        assertThat(reason("Gerät\n1", ClientLimits.NONE)).isEqualTo("Ger?t?1");
    }
}
