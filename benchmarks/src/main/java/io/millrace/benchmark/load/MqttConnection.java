// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The connection of one device: passes the server's answers to its publisher and its pings. */
final class MqttConnection extends MqttFrames {

    private final Publisher publisher;
    private final Pings pings;
    private final Consumer<String> brokenOff;
    private final CompletableFuture<Void> accepted = new CompletableFuture<>();
    private String reason = "closed by the server";

    /** Creates a connection that reports its end with the reason. */
    MqttConnection(Publisher publisher, Pings pings, Consumer<String> brokenOff) {
        this.publisher = publisher;
        this.pings = pings;
        this.brokenOff = brokenOff;
    }

    Publisher publisher() {
        return publisher;
    }

    Pings pings() {
        return pings;
    }

    /** Completes when the server accepts the connection, fails when it refuses. */
    CompletableFuture<Void> accepted() {
        return accepted;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        publisher.connected(context.channel());
        pings.connected(context.channel());
    }

    @Override
    void received(ChannelHandlerContext context, int type, int flags, ByteBuf body) {
        int value = body.readableBytes() == 2 ? body.readUnsignedShort() : 0;
        switch (type) {
            case MqttPackets.CONNACK -> answered(value & 0xFF);
            case MqttPackets.PUBACK -> publisher.acknowledged(value);
            case MqttPackets.PINGRESP -> pings.answered();
            default -> throw new IllegalStateException("unexpected packet " + type);
        }
    }

    private void answered(int code) {
        if (code == 0) {
            accepted.complete(null);
        } else {
            accepted.completeExceptionally(
                    new LoadException("The server refuses a device's CONNECT with " + code + "."));
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) throws Exception {
        super.channelReadComplete(context);
        publisher.publishDue();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) throws Exception {
        super.channelInactive(context);
        publisher.disconnected();
        pings.disconnected();
        accepted.completeExceptionally(
                new LoadException("The server ends a device's connection: " + reason + "."));
        brokenOff.accept(reason);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        reason = String.valueOf(cause.getMessage());
        var _ = context.close();
    }
}
