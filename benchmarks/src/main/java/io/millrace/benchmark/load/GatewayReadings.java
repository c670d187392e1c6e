// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/**
 * One reading of each device of a group in each message of a gateway. The groups take turns.
 *
 * @param device the gateway
 * @param behind the devices behind it
 * @param readings number of devices of a group; the number of devices is a multiple of it
 * @param firstTs timestamp of the first reading of each device, in milliseconds since the epoch
 */
record GatewayReadings(Device device, List<Device> behind, int readings, long firstTs)
        implements Cargo {

    /** The number of groups. */
    @Override
    public int round() {
        return behind.size() / readings;
    }

    @Override
    public void write(ByteBuf packets, int packetId, int number) {
        StringJoiner payload = new StringJoiner(",", "{", "}");
        int turn = number / round();
        int first = number % round() * readings;
        for (Device each : behind.subList(first, first + readings)) {
            payload.add("\"" + each.name() + "\":[" + Reading.payload(firstTs + turn, turn) + "]");
        }
        MqttPackets.writePublish(
                packets, MqttPackets.GATEWAY_TELEMETRY, packetId, payload.toString());
    }

    @Override
    public void tell(Publisher.Outgoing outgoing, int number, long nanoTime) {
        outgoing.sent(
                behind.get(number % round() * readings), firstTs + number / round(), nanoTime);
    }

    @Override
    public List<Published> published(Sent sent) {
        List<Sent> ofGroups =
                IntStream.range(0, round()).mapToObj(group -> sent.every(round(), group)).toList();
        return IntStream.range(0, behind.size())
                .mapToObj(i -> ofGroups.get(i / readings).of(behind.get(i), firstTs))
                .toList();
    }
}
