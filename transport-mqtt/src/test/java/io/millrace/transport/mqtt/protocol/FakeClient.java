// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.millrace.message.Metadata;
import io.millrace.message.RuleMessage;
import io.millrace.queue.MessageQueue;
import io.millrace.transport.device.DeviceUplinks;
import io.millrace.transport.mqtt.client.Client;
import io.millrace.transport.mqtt.client.ClientLink;
import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.client.InboundPublish;
import io.millrace.transport.mqtt.client.PublishResult;
import io.millrace.transport.mqtt.client.Submission;
import io.millrace.transport.mqtt.client.SubscribeRefusal;
import io.millrace.transport.mqtt.testkit.Devices;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client that submits each message to a queue. */
final class FakeClient implements Client {

    private final MessageQueue queue;
    private final DeviceUplinks uplinks =
            new DeviceUplinks(Devices.device(1), InstantSource.system());

    private @Nullable ClientLink link;

    FakeClient(MessageQueue queue) {
        this.queue = queue;
    }

    @Override
    public Object owner() {
        return this;
    }

    @Override
    public String name() {
        return "a client";
    }

    /** The link of the connection; null before it is open. */
    @Nullable ClientLink link() {
        return link;
    }

    @Override
    public void opened(ClientLink newLink) {
        link = newLink;
    }

    @Override
    public PublishResult publish(InboundPublish publish) {
        List<RuleMessage> messages =
                uplinks.telemetry(publish.payload(), Metadata.EMPTY).messages();
        return new PublishResult.Submit(new Submission(queue, messages));
    }

    @Override
    public @Nullable SubscribeRefusal subscribe(String filter) {
        return null;
    }

    @Override
    public void closed(CloseReason reason) {}
}
