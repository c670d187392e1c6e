// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CrowdConnectionTest {

    private static final String REQUEST_TOPIC = "v1/devices/me/rpc/request/42";

    private final AtomicInteger arrivals = new AtomicInteger();

    @Test
    void aSilentDeviceHasArrivedWithTheConnack() {
        EmbeddedChannel channel = connect(false);

        channel.writeInbound(bytes(0x20, 2, 0, 0));

        assertThat(arrivals).hasValue(1);
    }

    @Test
    void anAnsweringDeviceHasArrivedWhenItIsSubscribed() {
        EmbeddedChannel channel = connect(true);

        channel.writeInbound(bytes(0x20, 2, 0, 0));
        assertThat(arrivals).hasValue(0);
        assertThat(sent(channel)).contains("v1/devices/me/rpc/request/+");
        channel.writeInbound(bytes(0x90, 3, 0, 1, 1));

        assertThat(arrivals).hasValue(1);
    }

    @Test
    void aRefusedDeviceHangsUp() {
        EmbeddedChannel channel = connect(false);

        channel.writeInbound(bytes(0x20, 2, 0, 5));

        assertThat(arrivals).hasValue(0);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aRequestIsAcknowledgedAndAnsweredWithItsNumber() {
        EmbeddedChannel channel = connect(true);
        ByteBuf request = Unpooled.buffer();
        MqttPackets.writePublish(request, REQUEST_TOPIC, 7, "x".repeat(200));

        ByteBuf rest = request.copy(10, request.readableBytes() - 10);
        channel.writeInbound(request.readRetainedSlice(10), rest);
        request.release();

        ByteBuf answer = channel.readOutbound();
        assertThat(answer.readInt()).isEqualTo(0x40020007);
        assertThat(answer.toString(StandardCharsets.US_ASCII))
                .endsWith("v1/devices/me/rpc/response/42{\"value\":21.5}");
        answer.release();
    }

    private EmbeddedChannel connect(boolean answers) {
        EmbeddedChannel channel =
                new EmbeddedChannel(
                        new CrowdConnection(
                                new Device("id", "name", "token"),
                                answers,
                                arrivals::incrementAndGet));
        assertThat(sent(channel)).contains("MQTT", "load-id", "token");
        return channel;
    }

    private static String sent(EmbeddedChannel channel) {
        ByteBuf packet = channel.readOutbound();
        String text = packet.toString(StandardCharsets.US_ASCII);
        packet.release();
        return text;
    }

    private static ByteBuf bytes(int... bytes) {
        ByteBuf packet = Unpooled.buffer();
        for (int one : bytes) {
            packet.writeByte(one);
        }
        return packet;
    }
}
