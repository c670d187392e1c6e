// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import static io.millrace.transport.mqtt.testkit.PacketBytes.connect;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.mqtt.client.ClientAuthenticator.Decision;
import io.millrace.transport.mqtt.client.CloseReason;
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
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The time limits of a connection. */
@ExtendWith(Leaks.class)
class ConnectionPipelineTest {

    private final RecordedMetrics metrics = new RecordedMetrics();
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private CompletionStage<Decision> judgement =
            CompletableFuture.completedFuture(
                    new Decision.Accepted(new FakeClient(new FakeQueue())));

    ConnectionPipelineTest() {
        channel.freezeTime();
        new ConnectionPipeline(
                        ConnectionSettings.DEFAULT,
                        new ConnectionServices(
                                _ -> true,
                                _ -> judgement,
                                List.of(),
                                metrics,
                                InstantSource.system()),
                        new HalfOpenConnections(10),
                        channel.eventLoop())
                .assemble(channel);
    }

    @AfterEach
    void finish() {
        channel.finishAndReleaseAll();
    }

    /** v3.1.1:MQTT-3.1.2-24, v5:MQTT-3.1.2-22, v5:MQTT-3.2.2-21; silence until the connection counts as lost. */
    @ParameterizedTest
    @CsvSource({
        "4, 1, 1500",
        "4, 60, 90000",
        "4, 65535, 98302500",
        "4, 0, 86400000",
        "5, 60, 90000",
        "5, 0, 5400000",
        "5, 65535, 5400000"
    })
    void silenceIsBorneForOneAndAHalfKeepAlive(int level, int keepAlive, long millis) {
        receive(connect(level).keepAlive(keepAlive).bytes());

        pass(millis - 1);
        assertThat(channel.isOpen()).isTrue();
        receive(PacketBytes.pingreq());
        pass(millis - 1);
        assertThat(channel.isOpen()).isTrue();
        pass(1);
        assertThat(metrics.closed()).containsExactly(CloseReason.KEEP_ALIVE_TIMEOUT);
    }

    @Test
    void connectMustComeWithinTenSeconds() {
        pass(9_999);
        assertThat(channel.isOpen()).isTrue();
        pass(1);
        assertThat(metrics.closed()).containsExactly(CloseReason.CONNECT_TIMEOUT);
    }

    @Test
    void credentialsAreJudgedWithinTenSeconds() {
        judgement = new CompletableFuture<>();
        receive(connect(5).bytes());
        assertThat(channel.config().isAutoRead()).isFalse();

        pass(10_000);

        assertThat(metrics.closed()).containsExactly(CloseReason.SERVER_UNAVAILABLE);
        assertThat(sent()).isEqualTo("2003008800");
    }

    @Test
    void aClientThatDoesNotReadIsNotReadEither() {
        receive(connect(4).bytes());

        writable(false);
        assertThat(channel.config().isAutoRead()).isFalse();
        pass(29_999);
        writable(true);

        assertThat(channel.config().isAutoRead()).isTrue();
        pass(10_000);
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aClientThatDoesNotReadForThirtySecondsIsClosed() {
        receive(connect(5).bytes());
        channel.releaseOutbound();

        writable(false);
        pass(30_000);

        assertThat(metrics.closed()).containsExactly(CloseReason.QUOTA_EXCEEDED);
    }

    private void receive(byte[] packet) {
        channel.writeInbound(Unpooled.wrappedBuffer(packet));
        channel.runPendingTasks();
    }

    private void pass(long millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        channel.runPendingTasks();
    }

    private void writable(boolean writable) {
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, writable);
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
