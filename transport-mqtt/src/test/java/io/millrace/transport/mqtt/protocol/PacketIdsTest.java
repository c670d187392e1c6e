// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PacketIdsTest {

    private final PacketIds ids = new PacketIds();

    /** v3.1.1:MQTT-2.3.1-4, v5:MQTT-2.2.1-4 */
    @Test
    void identifiersInUseAreSkippedAfterTheLastOne() {
        int kept = ids.next(_ -> false);
        Set<Integer> used = new HashSet<>();
        for (int i = 0; i < 70_000; i++) {
            used.add(ids.next(id -> id == kept));
        }
        assertThat(used).hasSize(65_534).doesNotContain(0, kept);
    }
}
