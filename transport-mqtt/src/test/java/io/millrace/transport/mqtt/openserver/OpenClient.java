// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.openserver;

import io.millrace.transport.mqtt.client.Client;
import io.millrace.transport.mqtt.client.ClientLink;
import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.client.InboundPublish;
import io.millrace.transport.mqtt.client.OutboundPublish;
import io.millrace.transport.mqtt.client.OutboundPublish.Listener;
import io.millrace.transport.mqtt.client.PublishResult;
import io.millrace.transport.mqtt.client.SessionStore;
import io.millrace.transport.mqtt.client.SubscribeRefusal;
import io.millrace.transport.mqtt.client.Will;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A client that may do everything. */
final class OpenClient implements Client {

    private final Router router;
    private volatile @Nullable ClientLink link;

    OpenClient(Router router) {
        this.router = router;
    }

    @Override
    public Object owner() {
        return router;
    }

    @Override
    public SessionStore sessions() {
        return router.sessions();
    }

    @Override
    public String name() {
        ClientLink opened = link;
        return opened == null ? "a new client" : opened.clientId();
    }

    @Override
    public void opened(ClientLink opened) {
        link = opened;
        router.add(this);
    }

    @Override
    public PublishResult publish(InboundPublish message) {
        router.pass(message);
        return PublishResult.HANDLED;
    }

    @Override
    public @Nullable SubscribeRefusal subscribe(String filter) {
        return null;
    }

    /** Sends a message to the client if it has subscribed to the topic. */
    void receive(InboundPublish message) {
        ClientLink opened = Objects.requireNonNull(link);
        opened.execute(() ->
                opened.grantedQos(message.topic())
                        .ifPresent(granted ->
                                opened.publish(
                                        new OutboundPublish(
                                                message.topic(),
                                                message.payload(),
                                                Math.min(granted, message.qos()),
                                                null,
                                                true,
                                                Listener.NONE))));
    }

    @Override
    public void closed(CloseReason reason) {
        router.remove(this);
    }

    @Override
    public void will(Will will) {
        router.pass(InboundPublish.ofWill(will.topic(), will.payload()));
    }
}
