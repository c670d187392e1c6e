// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class GatewayReadingsTest {

    private static final Device FIRST = new Device("1", "one", "a");
    private static final Device SECOND = new Device("2", "two", "b");
    private static final Device THIRD = new Device("3", "three", "c");
    private static final Device FOURTH = new Device("4", "four", "d");

    private final GatewayReadings readings =
            new GatewayReadings(
                    new Device("0", "gateway", "e"),
                    List.of(FIRST, SECOND, THIRD, FOURTH),
                    2,
                    1_000);

    @Test
    void theGroupsTakeTurns() {
        assertThat(payload(0).propertyNames()).containsExactly("one", "two");
        assertThat(payload(1).propertyNames()).containsExactly("three", "four");
        assertThat(payload(2).propertyNames()).containsExactly("one", "two");
        assertThat(readings.round()).isEqualTo(2);
    }

    @Test
    void eachReadingOfADeviceIsAMillisecondLaterThanItsFormerOne() {
        assertThat(payload(0).at("/one/0/ts").asLong()).isEqualTo(1_000);
        assertThat(payload(2).at("/one/0/ts").asLong()).isEqualTo(1_001);
        assertThat(payload(3).at("/four/0/ts").asLong()).isEqualTo(1_001);
    }

    @Test
    void theReadingThatIsToldOfIsInTheMessage() {
        List<String> told = new ArrayList<>();

        readings.tell((device, ts, _) -> told.add(device.id() + " " + ts), 3, 0);

        assertThat(told).containsExactly("3 1001");
    }

    @Test
    void anAcknowledgementIsThatOfAllReadingsInTheMessage() {
        BitSet acknowledged = new BitSet();
        acknowledged.set(2);

        List<Published> published = readings.published(new Sent(3, 1, 7, acknowledged));

        BitSet secondReading = new BitSet();
        secondReading.set(1);
        assertThat(published)
                .containsExactly(
                        new Published(FIRST, 1_000, 2, 1, 7, secondReading),
                        new Published(SECOND, 1_000, 2, 1, 7, secondReading),
                        new Published(THIRD, 1_000, 1, 0, 7, new BitSet()),
                        new Published(FOURTH, 1_000, 1, 0, 7, new BitSet()));
    }

    private JsonNode payload(int number) {
        ByteBuf packet = Unpooled.buffer();
        readings.write(packet, 1, number);
        String text = packet.toString(StandardCharsets.US_ASCII);
        return JsonMapper.shared().readTree(text.substring(text.indexOf('{')));
    }
}
