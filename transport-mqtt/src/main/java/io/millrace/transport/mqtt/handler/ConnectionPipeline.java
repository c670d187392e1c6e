// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.millrace.transport.mqtt.frame.MqttFrameGate;
import io.millrace.transport.mqtt.frame.MqttGuard;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The handlers of a connection, and their order. */
public final class ConnectionPipeline {

    static final String IDLE = "idle";

    /** How many flushes may be combined into one. */
    private static final int FLUSHES = 256;

    private final ConnectionSettings settings;
    private final SessionServices services;
    private final AckQueues acks;

    /** Creates the pipeline of a server that runs on the given event loops. */
    public ConnectionPipeline(
            ConnectionSettings settings, SessionServices services, EventLoopGroup loops) {
        this.settings = settings;
        this.services = services;
        this.acks = new AckQueues(loops);
    }

    /**
     * Adds the handlers after those that are in the pipeline already, such as TLS. Idle time is measured after the
     * codec, in whole packets: single bytes do not count as a sign of life. While reading is paused, the flow control
     * holds back packets that were decoded already. Flushes are combined in front of it, because a handler behind it
     * does not see the end of a read while packets are held back.
     */
    public void assemble(Channel channel) {
        Timeouts timeouts = settings.timeouts();
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.addLast("flush", new FlushConsolidationHandler(FLUSHES, true));
        pipeline.addLast(
                "gate", new MqttFrameGate(settings.maxPacketSize(), timeouts.halfPacket()));
        pipeline.addLast("decoder", new MqttDecoder(settings.maxPacketSize()));
        pipeline.addLast(IDLE, idle(timeouts.connect()));
        pipeline.addLast("flow", new FlowControlHandler());
        pipeline.addLast("guard", new MqttGuard());
        pipeline.addLast("encoder", MqttEncoder.INSTANCE);
        ClientConnection connection = new ClientConnection(channel, settings, services);
        pipeline.addLast(
                "session",
                new SessionHandler(
                        connection, new ConnectFlow(connection, acks.of(channel.eventLoop()))));
    }

    static IdleStateHandler idle(Duration patience) {
        return new IdleStateHandler(patience.toMillis(), 0, 0, TimeUnit.MILLISECONDS);
    }
}
