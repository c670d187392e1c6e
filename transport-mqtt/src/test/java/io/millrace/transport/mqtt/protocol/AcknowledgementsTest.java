// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.mqtt.client.ClientAuthenticator.Decision;
import io.millrace.transport.mqtt.testkit.FakeQueue;
import io.millrace.transport.mqtt.testkit.Leaks;
import io.millrace.transport.mqtt.testkit.PacketBytes;
import io.millrace.transport.mqtt.testkit.RecordedMetrics;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The order and batching of acknowledgements on the wire. */
@ExtendWith(Leaks.class)
class AcknowledgementsTest {

    private final FakeQueue queue = new FakeQueue();
    private final EmbeddedChannel channel = new EmbeddedChannel();

    AcknowledgementsTest() {
        new ConnectionPipeline(
                        ConnectionSettings.DEFAULT,
                        new ConnectionServices(
                                _ -> true,
                                _ ->
                                        CompletableFuture.completedFuture(
                                                new Decision.Accepted(new FakeClient(queue))),
                                List.of(),
                                new RecordedMetrics(),
                                InstantSource.system()),
                        new HalfOpenConnections(10),
                        channel.eventLoop())
                .assemble(channel);
        receive(PacketBytes.connect(4).bytes());
        channel.releaseOutbound();
    }

    @Test
    void acknowledgementsThatComeTogetherLeaveInOneWriteInTheirOrder() {
        for (int id = 1; id <= 4; id++) {
            receive(PacketBytes.publish(4, 1, id, "v2/t", "{}"));
        }
        queue.safe(2);
        queue.safe(0);
        queue.safe(3);
        assertThat(channel.outboundMessages()).isEmpty();

        channel.runPendingTasks();

        assertThat(sent()).isEqualTo("40020003" + "40020001" + "40020004");
        queue.safe(1);
        channel.runPendingTasks();
        assertThat(sent()).isEqualTo("40020002");
        channel.finishAndReleaseAll();
    }

    @Test
    void anAcknowledgementForAConnectionThatEndedIsDropped() {
        receive(PacketBytes.publish(4, 1, 1, "v2/t", "{}"));
        receive(PacketBytes.disconnect());

        queue.safe(0);
        channel.runPendingTasks();

        assertThat(channel.outboundMessages()).isEmpty();
        channel.finishAndReleaseAll();
    }

    private void receive(byte[] packet) {
        channel.writeInbound(Unpooled.wrappedBuffer(packet));
        channel.runPendingTasks();
    }

    private String sent() {
        ByteBuf packet = channel.readOutbound();
        try {
            return ByteBufUtil.hexDump(packet);
        } finally {
            packet.release();
        }
    }
}
