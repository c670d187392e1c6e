// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.frame;

import io.millrace.transport.mqtt.client.CloseReason;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.mqtt.MqttIdentifierRejectedException;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * Stands behind the codec: turns a packet that it could not decode into a {@link ProtocolViolation}, and drops
 * everything after a violation.
 */
public final class MqttGuard extends ChannelInboundHandlerAdapter {

    private boolean closed;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        if (closed) {
            ReferenceCountUtil.release(msg);
            return;
        }
        Object checked = msg;
        if (msg instanceof MqttMessage packet && packet.decoderResult().isFailure()) {
            ReferenceCountUtil.release(msg);
            checked = violation(packet.decoderResult().cause());
        }
        closed = checked instanceof ProtocolViolation;
        ctx.fireChannelRead(checked);
    }

    private static ProtocolViolation violation(@Nullable Throwable cause) {
        CloseReason reason =
                cause instanceof MqttIdentifierRejectedException
                        ? CloseReason.CLIENT_IDENTIFIER_NOT_VALID
                        : CloseReason.MALFORMED_PACKET;
        return new ProtocolViolation(reason, String.valueOf(cause));
    }
}
