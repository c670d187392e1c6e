// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.nio.charset.StandardCharsets;

/** The connection of a device that publishes nothing, but may answer RPC requests. */
final class CrowdConnection extends MqttFrames {

    private static final String REQUESTS = "v1/devices/me/rpc/request/";
    private static final String REPLIES = "v1/devices/me/rpc/response/";
    private static final String REPLY = "{\"value\":21.5}";
    private static final int QOS = 6;

    private final Device device;
    private final boolean answers;
    private final Runnable arrival;
    private boolean arrived;

    /**
     * @param answers whether it subscribes to RPC requests
     * @param arrival what to do when the server has accepted the connection and the subscription
     */
    CrowdConnection(Device device, boolean answers, Runnable arrival) {
        this.device = device;
        this.answers = answers;
        this.arrival = arrival;
    }

    boolean hasArrived() {
        return arrived;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        var _ = context.writeAndFlush(MqttPackets.connect("load-" + device.id(), device.token()));
    }

    @Override
    void received(ChannelHandlerContext context, int type, int flags, ByteBuf body) {
        switch (type) {
            case MqttPackets.CONNACK -> accepted(context, body.getByte(1));
            case MqttPackets.SUBACK -> arrive();
            case MqttPackets.PUBLISH -> answer(context, (flags & QOS) != 0, body);
            default -> throw new IllegalStateException("unexpected packet " + type);
        }
    }

    private void accepted(ChannelHandlerContext context, int code) {
        if (code != 0) {
            var _ = context.close();
        } else if (answers) {
            var _ = context.writeAndFlush(MqttPackets.subscribe(REQUESTS + "+"));
        } else {
            arrive();
        }
    }

    private void arrive() {
        arrived = true;
        arrival.run();
    }

    private static void answer(ChannelHandlerContext context, boolean acknowledged, ByteBuf body) {
        String topic =
                body.readCharSequence(body.readUnsignedShort(), StandardCharsets.US_ASCII)
                        .toString();
        ByteBuf packets = context.alloc().buffer();
        if (acknowledged) {
            MqttPackets.writePubAck(packets, body.readUnsignedShort());
        }
        MqttPackets.writePublish(packets, REPLIES + topic.substring(REQUESTS.length()), REPLY);
        var _ = context.writeAndFlush(packets);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        var _ = context.close();
    }
}
