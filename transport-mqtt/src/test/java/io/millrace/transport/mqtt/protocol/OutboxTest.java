// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.mqtt.client.ClientAuthenticator.Decision;
import io.millrace.transport.mqtt.client.ClientLink;
import io.millrace.transport.mqtt.client.OutboundPublish;
import io.millrace.transport.mqtt.client.OutboundPublish.Result;
import io.millrace.transport.mqtt.testkit.FakeQueue;
import io.millrace.transport.mqtt.testkit.PacketBytes;
import io.millrace.transport.mqtt.testkit.RecordedMetrics;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages to a client, beyond what the device API does with them. */
class OutboxTest {

    private final FakeClient client = new FakeClient(new FakeQueue());
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<Result> results = new ArrayList<>();

    OutboxTest() {
        channel.freezeTime();
        new ConnectionPipeline(
                        ConnectionSettings.DEFAULT,
                        new ConnectionServices(
                                _ -> true,
                                _ ->
                                        CompletableFuture.completedFuture(
                                                new Decision.Accepted(client)),
                                List.of(),
                                new RecordedMetrics(),
                                InstantSource.system()),
                        new HalfOpenConnections(10),
                        channel.eventLoop())
                .assemble(channel);
        receive(PacketBytes.connect(4).keepAlive(0).bytes());
        channel.releaseOutbound();
    }

    @AfterEach
    void finish() {
        channel.finishAndReleaseAll();
    }

    private void receive(byte[] packet) {
        channel.writeInbound(Unpooled.wrappedBuffer(packet));
        channel.runPendingTasks();
    }

    private void publish() {
        ClientLink link = Objects.requireNonNull(client.link());
        link.publish(new OutboundPublish("t", new byte[0], 1, null, false, results::add));
        channel.runPendingTasks();
    }

    private int sentId() {
        ByteBuf packet = channel.readOutbound();
        try {
            return packet.getUnsignedShort(5);
        } finally {
            packet.release();
        }
    }

    private void acknowledge(int id) {
        receive(PacketBytes.packet(0x40).u16(id).bytes());
    }

    @Test
    void aMessageThatIsNotAcknowledgedInTimeIsToldOnceAndKeepsItsIdentifier() {
        publish();
        int id = sentId();
        channel.advanceTimeBy(10, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(results).containsExactly(Result.NOT_ACKNOWLEDGED);

        acknowledge(id);
        publish();

        assertThat(sentId()).isNotEqualTo(id);
        assertThat(results).hasSize(1);
    }

    @Test
    void aHundredMessagesAreSentAHundredWaitAndOthersAreRefused() {
        for (int i = 0; i < 201; i++) {
            publish();
        }
        assertThat(results).containsExactly(Result.NO_ROOM);
        assertThat(channel.outboundMessages()).hasSize(100);
        acknowledge(1);
        assertThat(channel.outboundMessages()).hasSize(101);
    }
}
