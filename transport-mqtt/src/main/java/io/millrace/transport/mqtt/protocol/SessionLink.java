// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.millrace.transport.mqtt.client.ClientLink;
import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.client.OutboundPublish;
import io.millrace.transport.mqtt.client.Will;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The application's handle of one session. */
final class SessionLink implements ClientLink {

    private final UUID id = UUID.randomUUID();
    private final Wire wire;
    private final OpenSession session;
    private final String clientId;
    private final SocketAddress remote;

    SessionLink(Wire wire, OpenSession session, String clientId, SocketAddress remote) {
        this.wire = wire;
        this.session = session;
        this.clientId = clientId;
        this.remote = remote;
    }

    @Override
    public UUID id() {
        return id;
    }

    @Override
    public String clientId() {
        return clientId;
    }

    @Override
    public SocketAddress remote() {
        return remote;
    }

    @Override
    public @Nullable Will will() {
        return session.will();
    }

    @Override
    public void publish(OutboundPublish message) {
        if (wire.loop().inEventLoop()) {
            session.outbox().publish(message);
        } else {
            wire.onLoop(() -> session.outbox().publish(message));
        }
    }

    @Override
    public OptionalInt grantedQos(String topic) {
        return session.subscriptions().grantedQos(topic);
    }

    @Override
    public void execute(Runnable task) {
        wire.onLoop(task);
    }

    @Override
    public Future<?> schedule(Duration delay, Runnable task) {
        return wire.schedule(delay, task);
    }

    @Override
    public void close(CloseReason reason) {
        wire.close(reason);
    }
}
