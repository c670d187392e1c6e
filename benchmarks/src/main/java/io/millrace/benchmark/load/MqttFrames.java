// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/** Divides what the server sends into packets. */
abstract class MqttFrames extends ByteToMessageDecoder {

    private static final int TYPE = 0xF0;
    private static final int MOST_LENGTH_BYTES = 4;

    /**
     * A packet has arrived.
     *
     * @param flags the lower half of its first byte
     * @param body what follows its length; valid during the call
     */
    abstract void received(ChannelHandlerContext context, int type, int flags, ByteBuf body);

    @Override
    protected final void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        int start = in.readerIndex();
        int length = 0;
        for (int i = 0; i < MOST_LENGTH_BYTES && in.readableBytes() >= 2 + i; i++) {
            int digits = in.getByte(start + 1 + i);
            length |= (digits & 0x7F) << (7 * i);
            if (digits >= 0) {
                int header = 2 + i;
                if (in.readableBytes() >= header + length) {
                    int first = in.readUnsignedByte();
                    in.skipBytes(header - 1);
                    received(context, first & TYPE, first & ~TYPE, in.readSlice(length));
                }
                return;
            }
        }
    }
}
