// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.device;

import io.millrace.message.MalformedPayloadException;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceConnection.Downlink;
import io.millrace.transport.device.DeviceEvents.Detail;
import io.millrace.transport.device.DeviceEvents.Event;
import io.millrace.transport.mqtt.client.Client;
import io.millrace.transport.mqtt.client.ClientLink;
import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.client.InboundPublish;
import io.millrace.transport.mqtt.client.PublishResult;
import io.millrace.transport.mqtt.client.SessionStore;
import io.millrace.transport.mqtt.client.Submission;
import io.millrace.transport.mqtt.client.SubscribeRefusal;
import io.millrace.transport.mqtt.client.Will;
import io.millrace.transport.mqtt.exchange.DeviceApi;
import io.millrace.transport.mqtt.exchange.Refusals;
import io.millrace.transport.mqtt.gateway.Gateway;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A device that is connected by MQTT; a gateway also serves the devices behind it. */
final class DeviceClient implements Client {

    private static final Duration WILL_RETRY = Duration.ofMillis(200);
    private static final int MOST_WILL_RETRIES = 50;

    private final AuthenticatedDevice admitted;
    private final DeviceApi api;
    private @Nullable ClientLink link;
    private @Nullable MqttDeviceConnection connection;
    private @Nullable DevicePublishes publishes;
    private @Nullable Gateway gateway;

    DeviceClient(AuthenticatedDevice device, DeviceApi api) {
        this.admitted = device;
        this.api = api;
    }

    @Override
    public Object owner() {
        return admitted.device();
    }

    @Override
    public SessionStore sessions() {
        return api.sessions().apply(admitted);
    }

    @Override
    public String name() {
        return "device " + admitted.device();
    }

    @Override
    public void opened(ClientLink newLink) {
        MqttDeviceConnection opened = new MqttDeviceConnection(admitted, newLink, api.clock());
        Refusals refusals = new Refusals(api.events(), opened.description());
        Gateway devices =
                admitted.options().gateway() ? new Gateway(opened, newLink, api, refusals) : null;
        link = newLink;
        connection = opened;
        gateway = devices;
        publishes = new DevicePublishes(opened, newLink, api, refusals, devices);
        api.events()
                .happened(
                        admitted,
                        Event.CONNECTED,
                        opened.description(),
                        new Detail(null, "connected"));
        api.connections().opened(opened);
    }

    @Override
    public PublishResult publish(InboundPublish publish) {
        DevicePublishes meaning = Objects.requireNonNull(publishes);
        try {
            return meaning.accept(publish);
        } catch (MalformedPayloadException e) {
            return meaning.malformed(publish, e);
        }
    }

    @Override
    public @Nullable SubscribeRefusal subscribe(String filter) {
        DownlinkFilter meaning = DownlinkFilter.of(filter);
        DevicePublishes refusing = Objects.requireNonNull(publishes);
        if (meaning == null) {
            refusing.refusals()
                    .subscription(device(), filter, "nothing is published to this topic filter");
            return SubscribeRefusal.TOPIC_FILTER_INVALID;
        }
        if (meaning.isOfGateway() && gateway == null) {
            refusing.refusals()
                    .subscription(device(), filter, "the device is not marked as a gateway");
            return SubscribeRefusal.NOT_AUTHORIZED;
        }
        return null;
    }

    private AuthenticatedDevice device() {
        return connection == null ? admitted : connection.device();
    }

    @Override
    public void subscribed(String filter) {
        MqttDeviceConnection open = Objects.requireNonNull(connection);
        switch (DownlinkFilter.of(filter)) {
            case DownlinkFilter.Attributes(TopicForm form) -> {
                open.subscribedAttributes(form);
                api.connections().subscribed(open, Downlink.ATTRIBUTES);
            }
            case DownlinkFilter.Rpc(TopicForm form) -> {
                open.subscribedRpc(form);
                api.connections().subscribed(open, Downlink.RPC);
            }
            case DownlinkFilter.GatewayAttributes _ when gateway != null ->
                    gateway.subscribed(Downlink.ATTRIBUTES);
            case DownlinkFilter.GatewayRpc _ when gateway != null ->
                    gateway.subscribed(Downlink.RPC);
            case null, default -> {}
        }
    }

    @Override
    public void unsubscribed(String filter) {
        MqttDeviceConnection open = Objects.requireNonNull(connection);
        switch (DownlinkFilter.of(filter)) {
            case DownlinkFilter.Attributes(TopicForm form) -> open.unsubscribedAttributes(form);
            case DownlinkFilter.Rpc(TopicForm form) -> open.unsubscribedRpc(form);
            case DownlinkFilter.GatewayAttributes _ when gateway != null ->
                    gateway.unsubscribed(Downlink.ATTRIBUTES);
            case DownlinkFilter.GatewayRpc _ when gateway != null ->
                    gateway.unsubscribed(Downlink.RPC);
            case null, default -> {}
        }
    }

    @Override
    public void activity() {
        api.connections().activity(Objects.requireNonNull(connection));
        if (gateway != null && device().options().overwriteActivityTime()) {
            gateway.active();
        }
    }

    @Override
    public void closed(CloseReason reason) {
        MqttDeviceConnection ended = Objects.requireNonNull(connection);
        String text = reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        if (gateway != null) {
            gateway.closed(text);
        }
        ended.end();
        api.events()
                .happened(
                        ended.device(),
                        Event.DISCONNECTED,
                        ended.description(),
                        new Detail(null, text));
        api.connections().closed(ended, text);
    }

    /** Treats a will as a message that the device publishes at this moment. */
    @Override
    public void will(Will will) {
        PublishResult result = publish(InboundPublish.ofWill(will.topic(), will.payload()));
        if (result instanceof PublishResult.Submit(Submission submission)) {
            submitWill(submission, MOST_WILL_RETRIES);
        }
    }

    private void submitWill(Submission submission, int retries) {
        Admission admission = submission.proceed(() -> {});
        if (admission == Admission.FULL && retries > 0) {
            var _ =
                    Objects.requireNonNull(link)
                            .schedule(WILL_RETRY, () -> submitWill(submission, retries - 1));
        } else if (admission != Admission.ACCEPTED) {
            submission.drop();
        }
    }
}
