// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * One reading of the device that has the connection in each message.
 *
 * @param firstTs timestamp of the first reading, in milliseconds since the epoch
 */
record OwnReadings(Device device, long firstTs) implements Cargo {

    @Override
    public int readings() {
        return 1;
    }

    @Override
    public int round() {
        return 1;
    }

    @Override
    public void write(ByteBuf packets, int packetId, int number) {
        MqttPackets.writePublish(
                packets,
                MqttPackets.TELEMETRY,
                packetId,
                Reading.payload(firstTs + number, number));
    }

    @Override
    public void tell(Publisher.Outgoing outgoing, int number, long nanoTime) {
        outgoing.sent(device, firstTs + number, nanoTime);
    }

    @Override
    public List<Published> published(Sent sent) {
        return List.of(sent.of(device, firstTs));
    }
}
