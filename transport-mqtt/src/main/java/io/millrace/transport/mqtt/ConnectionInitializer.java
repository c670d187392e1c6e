// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import io.millrace.transport.mqtt.protocol.ConnectionPipeline;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.group.ChannelGroup;
import org.jspecify.annotations.Nullable;

/** Assembles the pipeline of a connection that was just accepted. */
final class ConnectionInitializer extends ChannelInitializer<Channel> {

    private final ChannelGroup connections;
    private final ConnectionPipeline pipeline;
    private final @Nullable ServerTls tls;

    /**
     * @param connections group to which each connection is added
     * @param tls the TLS layer in front of MQTT, or null
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
