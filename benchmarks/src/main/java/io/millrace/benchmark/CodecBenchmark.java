// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark;

import io.millrace.message.Metadata;
import io.millrace.message.RuleMessage;
import io.millrace.message.codec.RuleMessageCodec;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceUplinks;
import io.millrace.transport.device.TransportOptions;
import io.millrace.transport.mqtt.client.InboundPublish;
import io.millrace.transport.mqtt.device.DeviceClients;
import io.millrace.transport.mqtt.frame.KnownTopics;
import io.millrace.transport.mqtt.frame.MqttFrameGate;
import io.millrace.transport.mqtt.frame.MqttGuard;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * One operation: the bytes of a PUBLISH with three values are decoded to a message by the handlers of a server's
 * pipeline; or its payload alone is parsed and checked, and becomes a message; or a message is encoded to protobuf bytes and decoded again. PUBLISH packets arrive in groups of sixteen,
 * as from the socket of a busy device.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class CodecBenchmark {

    private static final int PACKETS = 16;
    private static final int MAX_PACKET = 64 * 1024;
    private static final byte[] CONNECT = {
        0x10, 15, 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 60, 0, 3, 'a', 'b', 'c'
    };
    private static final String TOPIC = "v1/devices/me/telemetry";
    private static final String PAYLOAD =
            "{\"ts\":1700000000000,\"values\":{\"temperature\":21.5,\"humidity\":40,\"open\":false}}";

    private final byte[] payload = PAYLOAD.getBytes(StandardCharsets.UTF_8);
    private final DeviceUplinks uplinks = uplinks();
    private final RuleMessage message = Messages.all()[0];
    private final Uplink uplink = new Uplink(uplinks);
    private final ByteBuf packets = Unpooled.directBuffer();
    private @Nullable EmbeddedChannel channel;

    @Setup
    public void connect() {
        channel =
                new EmbeddedChannel(
                        new FlushConsolidationHandler(256, true),
                        new MqttFrameGate(
                                MAX_PACKET,
                                Duration.ofSeconds(30),
                                0,
                                new KnownTopics(DeviceClients.FREQUENT_TOPICS)),
                        new MqttDecoder(MAX_PACKET),
                        new IdleStateHandler(60, 0, 0),
                        new FlowControlHandler(),
                        new MqttGuard(),
                        uplink);
        channel.writeInbound(Unpooled.wrappedBuffer(CONNECT));
        for (int i = 0; i < PACKETS; i++) {
            writePublish(packets, 1 + i);
        }
    }

    private static DeviceUplinks uplinks() {
        return new DeviceUplinks(
                new AuthenticatedDevice(
                        Messages.TENANT,
                        new DeviceId(new UUID(4, 4)),
                        "Boiler",
                        "default",
                        null,
                        new DeviceProfileId(new UUID(5, 5)),
                        null,
                        null,
                        TransportOptions.DEFAULT),
                InstantSource.system());
    }

    private static void writePublish(ByteBuf out, int packetId) {
        int length = 2 + TOPIC.length() + 2 + PAYLOAD.length();
        out.writeByte(0x32);
        if (length >= 0x80) {
            out.writeByte((length & 0x7F) | 0x80).writeByte(length >>> 7);
        } else {
            out.writeByte(length);
        }
        out.writeShort(TOPIC.length());
        ByteBufUtil.writeAscii(out, TOPIC);
        out.writeShort(packetId);
        ByteBufUtil.writeAscii(out, PAYLOAD);
    }

    @TearDown
    public void close() {
        packets.release();
    }

    @Benchmark
    @OperationsPerInvocation(PACKETS)
    public void publishToMessage(Blackhole blackhole) {
        EmbeddedChannel open = channel;
        if (open == null) {
            throw new IllegalStateException("not connected");
        }
        uplink.blackhole = blackhole;
        uplink.messages = 0;
        open.writeInbound(packets.retainedDuplicate());
        if (uplink.messages != PACKETS) {
            throw new IllegalStateException("only " + uplink.messages + " messages came out");
        }
    }

    @Benchmark
    public DeviceUplinks.Uplinks telemetryToMessage() {
        return uplinks.telemetry(payload, Metadata.EMPTY);
    }

    @Benchmark
    public RuleMessage protobufRoundTrip() {
        return RuleMessageCodec.decode(RuleMessageCodec.encode(message));
    }

    /** The work of a session for a PUBLISH, up to the queue. */
    private static final class Uplink extends ChannelInboundHandlerAdapter {

        private final DeviceUplinks uplinks;
        private @Nullable Blackhole blackhole;
        private int messages;

        Uplink(DeviceUplinks uplinks) {
            this.uplinks = uplinks;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object read) {
            if (read instanceof InboundPublish publish && blackhole != null) {
                for (RuleMessage each :
                        uplinks.telemetry(publish.payload(), Metadata.EMPTY).messages()) {
                    blackhole.consume(each);
                    messages++;
                }
            } else {
                ReferenceCountUtil.release(read);
            }
        }
    }
}
