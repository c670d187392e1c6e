// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MqttConnectionTest {

    private final Latencies pingLatencies = new Latencies();
    private final Pings pings = new Pings(pingLatencies);
    private final Publisher publisher =
            new Publisher(
                    new Device("id", "name", "token"), 0, 4, new Latencies(), (_, _, _) -> {});
    private final MqttConnection connection = new MqttConnection(publisher, pings, _ -> {});
    private final EmbeddedChannel channel = new EmbeddedChannel(connection);

    @AfterEach
    void releaseWhatWasSent() {
        channel.finishAndReleaseAll();
    }

    @Test
    void packetsMayComeTogetherAndInParts() {
        publisher.begin(Pace.CLOSED_LOOP, true);
        pings.ping();

        receive(0x20, 2, 0, 0, 0x40, 2, 0, 1, 0x40, 2, 0);
        receive(2, 0xD0);
        assertThat(publisher.acknowledged()).isEqualTo(2);
        assertThat(pings.isWaiting()).isTrue();
        receive(0, 0x40, 2, 0, 3);

        assertThat(connection.accepted()).isCompleted();
        assertThat(publisher.acknowledged()).isEqualTo(3);
        assertThat(pings.isWaiting()).isFalse();
        assertThat(pingLatencies.count()).isEqualTo(1);
    }

    @Test
    void aRefusalSaysItsCode() {
        receive(0x20, 2, 0, 5);

        assertThat(connection.accepted())
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withMessageContaining("refuses a device's CONNECT with 5");
    }

    @Test
    void thereIsOnePingAtATime() {
        pings.ping();
        pings.ping();

        ByteBuf first = channel.readOutbound();
        assertThat(first.readShort()).isEqualTo((short) 0xC000);
        first.release();
        assertThat(channel.<ByteBuf>readOutbound()).isNull();
    }

    @Test
    void aPingThatIsNeverAnsweredCountsForAsLongAsItWaited() {
        pings.ping();

        pings.giveUp();

        assertThat(pingLatencies.count()).isEqualTo(1);
    }

    private void receive(int... bytes) {
        ByteBuf packet = Unpooled.buffer();
        for (int one : bytes) {
            packet.writeByte(one);
        }
        channel.writeInbound(packet);
    }
}
