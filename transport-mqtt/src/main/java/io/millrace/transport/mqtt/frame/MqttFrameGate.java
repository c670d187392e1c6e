// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.frame;

import static io.millrace.transport.mqtt.frame.ProtocolViolation.malformed;
import static io.millrace.transport.mqtt.frame.ProtocolViolation.protocolError;

import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.client.InboundPublish;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttVersion;
import io.netty.util.AttributeKey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Passes only complete, well-formed packets that a client may send on to the codec. It decodes PUBLISH itself and
 * forwards it as {@link InboundPublish}; other packets are forwarded as bytes. A violation of the protocol is forwarded
 * as {@link ProtocolViolation}, and all later bytes are dropped.
 *
 * <p>A packet is refused as soon as its header shows that it is too long, so at most one packet of the greatest size is
 * buffered.
 */
public final class MqttFrameGate extends ByteToMessageDecoder {

    /** The protocol version of a client; not set before its CONNECT. */
    public static final AttributeKey<MqttVersion> VERSION =
            AttributeKey.valueOf(MqttFrameGate.class, "version");

    private static final int INCOMPLETE = -1;
    private static final int MAX_LENGTH_BYTES = 4;

    private final int maxPacketSize;
    private final Duration halfPacketTimeout;
    private final PacketReader reader = new PacketReader();
    private final PublishReader publishes;

    private @Nullable MqttVersion version;
    private boolean closed;
    private int headerLength;

    private boolean halfPacket;
    private boolean halfPacketWatched;

    /** Bytes of the incomplete packet that have arrived. */
    private int halfPacketBytes;

    /** Grows with every progress that the client makes. */
    private long progress;

    /**
     * @param maxPacketSize the longest packet in bytes, fixed header included
     * @param halfPacketTimeout how long the client may send nothing while a packet is incomplete; the timer fires
     *     after once to twice this time
     * @param topicAliases the greatest topic alias of the client
     * @param topics names of frequent topics
     */
    public MqttFrameGate(
            int maxPacketSize, Duration halfPacketTimeout, int topicAliases, KnownTopics topics) {
        this.maxPacketSize = maxPacketSize;
        this.halfPacketTimeout = halfPacketTimeout;
        this.publishes = new PublishReader(topics, new TopicAliases(topicAliases));
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        if (closed) {
            in.skipBytes(in.readableBytes());
            return;
        }
        try {
            int bodyLength = bodyLength(in);
            halfPacket = bodyLength == INCOMPLETE;
            if (halfPacket) {
                noteProgress(in.readableBytes());
                watchHalfPacket(ctx);
            } else {
                noteProgress(0);
                out.add(packet(ctx, in, bodyLength));
            }
        } catch (ProtocolViolation violation) {
            closed = true;
            halfPacket = false;
            in.skipBytes(in.readableBytes());
            out.add(violation);
        }
    }

    /** Returns the body length of the packet at the reader index, or INCOMPLETE if part of it is still missing. */
    private int bodyLength(ByteBuf in) {
        int start = in.readerIndex() + 1;
        int length = 0;
        for (int i = 0; i < MAX_LENGTH_BYTES; i++) {
            if (start + i >= in.writerIndex()) {
                return INCOMPLETE;
            }
            int next = in.getByte(start + i) & 0xFF;
            length |= (next & 0x7F) << (7 * i);
            if (next < 0x80) {
                headerLength = 2 + i;
                checkLength(length, next == 0 && i > 0);
                return in.readableBytes() < headerLength + length ? INCOMPLETE : length;
            }
        }
        throw malformed("a remaining length of more than four bytes");
    }

    private void checkLength(int length, boolean padded) {
        if (padded) {
            throw malformed("a remaining length that is longer than it must be");
        }
        if (headerLength + length > maxPacketSize) {
            throw new ProtocolViolation(
                    CloseReason.PACKET_TOO_LARGE,
                    "a packet of %d bytes, at most %d are allowed"
                            .formatted(headerLength + length, maxPacketSize));
        }
    }

    private Object packet(ChannelHandlerContext ctx, ByteBuf in, int bodyLength) {
        int header = in.getByte(in.readerIndex()) & 0xFF;
        int typeCode = header >> 4;
        int flags = header & 0x0F;
        reader.reset(in, in.readerIndex() + headerLength, bodyLength);
        if (typeCode == 0) {
            throw malformed("packet type 0");
        }
        MqttMessageType type = MqttMessageType.valueOf(typeCode);
        if (version == null) {
            version = connect(ctx, type, flags);
        } else if (type == MqttMessageType.PUBLISH) {
            InboundPublish publish = publishes.read(in, reader, flags, version);
            in.skipBytes(headerLength + bodyLength);
            return publish;
        } else if (type == MqttMessageType.CONNECT) {
            throw protocolError("a second CONNECT"); // [MQTT-3.1.0-2]
        } else {
            ControlPacketCheck.check(reader, type, flags, version);
        }
        return in.readRetainedSlice(headerLength + bodyLength);
    }

    private MqttVersion connect(ChannelHandlerContext ctx, MqttMessageType type, int flags) {
        if (type != MqttMessageType.CONNECT) {
            throw protocolError("%s before CONNECT".formatted(type)); // [MQTT-3.1.0-1]
        }
        if (flags != 0) {
            throw malformed("fixed header flags of CONNECT");
        }
        MqttVersion asked = ConnectCheck.readVersion(reader, ctx.channel().attr(VERSION));
        ConnectCheck.check(reader, asked);
        return asked;
    }

    private void noteProgress(int bytes) {
        if (bytes == 0 || bytes != halfPacketBytes) {
            progress++;
        }
        halfPacketBytes = bytes;
    }

    private void watchHalfPacket(ChannelHandlerContext ctx) {
        if (halfPacketWatched) {
            return;
        }
        halfPacketWatched = true;
        long seen = progress;
        var _ =
                ctx.executor()
                        .schedule(
                                () -> endHalfPacket(ctx, seen),
                                halfPacketTimeout.toNanos(),
                                TimeUnit.NANOSECONDS);
    }

    private void endHalfPacket(ChannelHandlerContext ctx, long seen) {
        halfPacketWatched = false;
        if (!halfPacket || ctx.isRemoved()) {
            return;
        }
        boolean reading = ctx.channel().config().isAutoRead();
        if (progress != seen || !reading) {
            watchHalfPacket(ctx);
            return;
        }
        closed = true;
        ctx.fireChannelRead(
                new ProtocolViolation(
                        CloseReason.HALF_PACKET, "the rest of a packet did not come in time"));
        ctx.fireChannelReadComplete();
    }
}
