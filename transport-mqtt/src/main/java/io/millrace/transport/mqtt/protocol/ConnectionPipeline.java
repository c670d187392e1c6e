// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.millrace.transport.mqtt.frame.KnownTopics;
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
import org.jspecify.annotations.Nullable;

/** The handlers of a connection, and their order. */
public final class ConnectionPipeline {

    static final String IDLE = "idle";

    /** How many flushes may be combined into one. */
    private static final int FLUSHES = 256;

    private final ConnectionSettings settings;
    private final ConnectionServices services;
    private final KnownTopics topics;
    private final LoopQueues completed;
    private final OpenClients clients = new OpenClients();
    private final HalfOpenConnections halfOpen;

    /**
     * Creates the pipeline of a server that runs on the given event loops.
     *
     * @param halfOpen the connections of the server that are not authenticated
     */
    public ConnectionPipeline(
            ConnectionSettings settings,
            ConnectionServices services,
            HalfOpenConnections halfOpen,
            EventLoopGroup loops) {
        this.settings = settings;
        this.services = services;
        this.halfOpen = halfOpen;
        this.topics = new KnownTopics(services.topics());
        this.completed = new LoopQueues(loops);
    }

    /**
     * Adds the handlers after those that are in the pipeline already, such as TLS. Idle time is measured after the
     * codec, in whole packets: single bytes do not count as a sign of life. While reading is paused, the flow control
     * holds back packets that were decoded already. Flushes are combined in front of it, because a handler behind it
     * does not see the end of a read while packets are held back.
     *
     * <p>Closes the channel instead if too many connections are not authenticated, or if its address opens too many.
     */
    public void assemble(Channel channel) {
        HalfOpenConnections.@Nullable Place place =
                services.admission().test(channel.remoteAddress()) ? halfOpen.enter() : null;
        if (place == null) {
            services.metrics().connectionRejected();
            var _ = channel.close();
            return;
        }
        Timeouts timeouts = settings.timeouts();
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.addLast("flush", new FlushConsolidationHandler(FLUSHES, true));
        pipeline.addLast(
                "gate",
                new MqttFrameGate(
                        settings.maxPacketSize(),
                        timeouts.halfPacket(),
                        settings.topicAliases(),
                        topics));
        pipeline.addLast("decoder", new MqttDecoder(settings.maxPacketSize()));
        pipeline.addLast(IDLE, idle(timeouts.connect()));
        pipeline.addLast("flow", new FlowControlHandler());
        pipeline.addLast("guard", new MqttGuard());
        pipeline.addLast("encoder", MqttEncoder.INSTANCE);
        ClientConnection connection =
                new ClientConnection(channel, settings, services.metrics(), clients, place);
        ConnectFlow connects =
                new ConnectFlow(connection, services, completed.of(channel.eventLoop()));
        pipeline.addLast("session", new SessionHandler(connection, connects));
    }

    static IdleStateHandler idle(Duration patience) {
        return new IdleStateHandler(patience.toMillis(), 0, 0, TimeUnit.MILLISECONDS);
    }
}
