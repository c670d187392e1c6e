// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One device's connection: MQTT 3.1.1 in bytes, since a client library would cost more than the server. Reading n bears the time
 * stamp {@code firstTs + n}. Used on its event loop, but for the figures, which anybody may read.
 */
final class Publisher extends ByteToMessageDecoder {

    private static final byte[] TOPIC =
            "v1/devices/me/telemetry".getBytes(StandardCharsets.US_ASCII);
    private static final int CONNACK = 0x20;
    private static final int PUBACK = 0x40;
    private static final int PACKET_IDS = 65_535;

    final long firstTs;
    private final int window;
    private final boolean closedLoop;
    private final Latencies latencies;
    private final CompletableFuture<Publisher> connected = new CompletableFuture<>();
    private final long[] sentAt = new long[PACKET_IDS + 1];
    private @Nullable Channel channel;
    private boolean publishing;
    private int due;
    private int inFlight;
    private volatile int sent;
    private volatile int acknowledged;

    /** A device whose messages go out as they are acknowledged, or as they are due. */
    Publisher(long firstTs, int window, boolean closedLoop, Latencies latencies) {
        this.firstTs = firstTs;
        this.window = window;
        this.closedLoop = closedLoop;
        this.latencies = latencies;
    }

    CompletableFuture<Publisher> connected() {
        return connected;
    }

    int sent() {
        return sent;
    }

    int acknowledged() {
        return acknowledged;
    }

    static byte[] connect(String clientId, String token) {
        byte[] id = clientId.getBytes(StandardCharsets.US_ASCII);
        byte[] user = token.getBytes(StandardCharsets.US_ASCII);
        int length = 10 + 2 + id.length + 2 + user.length;
        byte[] packet = new byte[2 + length];
        byte[] head = {0x10, (byte) length, 0, 4, 'M', 'Q', 'T', 'T', 4, (byte) 0x82, 0, 60};
        System.arraycopy(head, 0, packet, 0, head.length);
        packet[13] = (byte) id.length;
        System.arraycopy(id, 0, packet, 14, id.length);
        packet[15 + id.length] = (byte) user.length;
        System.arraycopy(user, 0, packet, 16 + id.length, user.length);
        return packet;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        channel = context.channel();
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        while (in.readableBytes() >= 4) {
            int type = in.readUnsignedByte() & 0xF0;
            in.skipBytes(1);
            int value = in.readUnsignedShort();
            switch (type) {
                case CONNACK -> accepted(value);
                case PUBACK -> acknowledged(value);
                default -> throw new IllegalStateException("unexpected packet " + type);
            }
        }
        publishDue();
    }

    private void accepted(int code) {
        if (code == 0) {
            connected.complete(this);
        } else {
            connected.completeExceptionally(new IllegalStateException("refused with " + code));
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written by the event loop only
    private void acknowledged(int packetId) {
        inFlight--;
        acknowledged++;
        latencies.record(System.nanoTime() - sentAt[packetId]);
    }

    /** Begins to publish, or goes on; {@code more} messages are due in an open loop. */
    void publish(int more) {
        publishing = true;
        due += more;
        publishDue();
    }

    /** Publishes nothing new from now on. */
    void stop() {
        publishing = false;
        due = 0;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written by the event loop only
    private void publishDue() {
        Channel to = channel;
        if (to == null || !publishing) {
            return;
        }
        ByteBuf packets = null;
        while (inFlight < window && (closedLoop || due > 0)) {
            if (packets == null) {
                packets = to.alloc().buffer(window * 128);
            }
            write(packets, sent);
            sent++;
            inFlight++;
            due--;
        }
        if (packets != null) {
            var _ = to.writeAndFlush(packets);
        }
    }

    private void write(ByteBuf packets, int number) {
        int packetId = 1 + number % PACKET_IDS;
        String payload =
                "{\"ts\":"
                        + (firstTs + number)
                        + ",\"values\":{\"temperature\":"
                        + number % 40
                        + ".5,\"humidity\":"
                        + number % 100
                        + (number % 2 == 0 ? ",\"open\":true}}" : ",\"open\":false}}");
        int length = 2 + TOPIC.length + 2 + payload.length();
        packets.writeByte(0x32);
        if (length >= 0x80) {
            packets.writeByte((length & 0x7F) | 0x80);
            length >>>= 7;
        }
        packets.writeByte(length);
        packets.writeShort(TOPIC.length).writeBytes(TOPIC).writeShort(packetId);
        ByteBufUtil.writeAscii(packets, payload);
        sentAt[packetId] = System.nanoTime();
    }
}
