// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import io.millrace.transport.mqtt.handler.ConnectionPipeline;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.group.ChannelGroup;
import org.jspecify.annotations.Nullable;

/** Prepares a connection that was just accepted. */
final class ConnectionInitializer extends ChannelInitializer<Channel> {

    private final ChannelGroup connections;
    private final ConnectionPipeline pipeline;
    private final @Nullable ServerTls tls;

    /**
     * @param connections where each connection is noted
     * @param tls what stands in front of MQTT, or null
     */
    ConnectionInitializer(
            ChannelGroup connections, ConnectionPipeline pipeline, @Nullable ServerTls tls) {
        this.connections = connections;
        this.pipeline = pipeline;
        this.tls = tls;
    }

    @Override
    protected void initChannel(Channel channel) {
        connections.add(channel);
        if (tls != null) {
            channel.pipeline().addLast("tls", tls.handler(channel));
        }
        pipeline.assemble(channel);
    }
}
