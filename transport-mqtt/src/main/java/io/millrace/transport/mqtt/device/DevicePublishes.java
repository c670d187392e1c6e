// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.device;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.Metadata;
import io.millrace.message.RuleMessage;
import io.millrace.transport.device.AttributeRequest;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.ClaimRequest;
import io.millrace.transport.device.DeviceLimits.Excess;
import io.millrace.transport.device.DeviceLimits.Kind;
import io.millrace.transport.device.DeviceLimits.Sender;
import io.millrace.transport.device.DeviceUplinks;
import io.millrace.transport.device.DeviceUplinks.Uplinks;
import io.millrace.transport.mqtt.client.ClientLink;
import io.millrace.transport.mqtt.client.InboundPublish;
import io.millrace.transport.mqtt.client.PublishRefusal;
import io.millrace.transport.mqtt.client.PublishResult;
import io.millrace.transport.mqtt.client.Submission;
import io.millrace.transport.mqtt.exchange.Deliveries;
import io.millrace.transport.mqtt.exchange.DeviceApi;
import io.millrace.transport.mqtt.exchange.PacketMetadata;
import io.millrace.transport.mqtt.exchange.Refusals;
import io.millrace.transport.mqtt.gateway.Gateway;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a device publishes, by topic. Used on the event loop of its connection only. */
final class DevicePublishes {

    private final MqttDeviceConnection connection;
    private final ClientLink link;
    private final DeviceApi api;
    private final Refusals refusals;
    private final @Nullable Gateway gateway;
    private final Kind kind;
    private Sender sender;
    private DeviceUplinks uplinks;

    /** @param gateway the devices behind the device, or null if it is no gateway */
    DevicePublishes(
            MqttDeviceConnection connection,
            ClientLink link,
            DeviceApi api,
            Refusals refusals,
            @Nullable Gateway gateway) {
        this.connection = connection;
        this.link = link;
        this.api = api;
        this.refusals = refusals;
        this.gateway = gateway;
        this.kind = gateway == null ? Kind.DEVICE : Kind.GATEWAY;
        this.sender = new Sender(connection.device(), kind);
        this.uplinks = new DeviceUplinks(connection.device(), api.clock());
    }

    Refusals refusals() {
        return refusals;
    }

    /**
     * @throws MalformedPayloadException if the payload is not what the topic requires
     */
    PublishResult accept(InboundPublish publish) {
        followChanges();
        return switch (DeviceTopic.of(publish.topic())) {
            case DeviceTopic.Telemetry _ ->
                    submit(publish, uplinks.telemetry(publish.payload(), metadata(publish)));
            case DeviceTopic.Attributes _ ->
                    submit(publish, uplinks.attributes(publish.payload(), metadata(publish)));
            case DeviceTopic.AttributesRequest(TopicForm form, int id) ->
                    attributes(publish, form, id);
            case DeviceTopic.RpcRequest(TopicForm form, int id) -> request(publish, form, id);
            case DeviceTopic.RpcResponse(int id) -> response(publish, id);
            case DeviceTopic.Claim _ -> claim(publish);
            case DeviceTopic.Gateway(String name) -> toGateway(publish, name);
            case DeviceTopic.Unavailable(String feature) ->
                    refuse(publish, PublishRefusal.UNKNOWN_TOPIC, feature + " are not available");
            case DeviceTopic.Unknown(String problem) ->
                    refuse(publish, PublishRefusal.UNKNOWN_TOPIC, problem);
        };
    }

    /** Uses the device's current properties for the messages that follow. */
    private void followChanges() {
        AuthenticatedDevice now = connection.device();
        if (!now.equals(sender.device())) {
            sender = new Sender(now, kind);
            uplinks = new DeviceUplinks(now, api.clock());
        }
    }

    /** The topic is told only to devices of an MQTT profile, as in ThingsBoard. */
    private Metadata metadata(InboundPublish publish) {
        return connection.device().options().mqttTransport()
                ? PacketMetadata.ofTopicAndProperties(publish)
                : PacketMetadata.ofProperties(publish);
    }

    private PublishResult submit(InboundPublish publish, Uplinks messages) {
        if (messages.messages().isEmpty()) {
            return PublishResult.HANDLED;
        }
        @Nullable PublishResult limited = limited(publish, messages.dataPoints());
        return limited == null
                ? new PublishResult.Submit(new Submission(api.queue(), messages.messages()))
                : limited;
    }

    /** Returns the refusal of a message that a rate limit does not allow now, or null. */
    private @Nullable PublishResult limited(InboundPublish publish, int dataPoints) {
        @Nullable Excess excess = api.limits().take(sender, dataPoints);
        return excess == null ? null : refuse(publish, PublishRefusal.RATE_LIMITED, excess.text());
    }

    private PublishResult refuse(InboundPublish publish, PublishRefusal reason, String detail) {
        return refusals.publish(connection.device(), publish.topic(), reason, detail);
    }

    PublishResult malformed(InboundPublish publish, MalformedPayloadException error) {
        return refusals.malformed(connection.device(), publish.topic(), error);
    }

    private PublishResult attributes(InboundPublish publish, TopicForm form, int id) {
        AttributeRequest request = AttributeRequest.of(publish.payload());
        @Nullable PublishResult limited = limited(publish, 0);
        return limited != null
                ? limited
                : new PublishResult.Later(
                        api.requests()
                                .attributes(connection.device(), request)
                                .<PublishResult>thenApply(values -> {
                                    Deliveries.answer(
                                            link, form.attributeResponse() + id, values.json());
                                    return PublishResult.HANDLED;
                                })
                                .exceptionally(error -> failed(publish, error)));
    }

    private PublishResult failed(InboundPublish publish, Throwable error) {
        return refusals.request(connection.device(), publish.topic(), error);
    }

    private PublishResult request(InboundPublish publish, TopicForm form, int id) {
        if (form == TopicForm.V1 && SessionLimitsAnswer.isAskedBy(publish.payload())) {
            byte[] answer =
                    SessionLimitsAnswer.of(connection.device(), api.sessionLimits(), api.limits());
            // Behind the acknowledgement of the request.
            link.execute(() -> Deliveries.answer(link, form.rpcResponse() + id, answer));
            return PublishResult.HANDLED;
        }
        RuleMessage message =
                uplinks.rpcRequest(publish.payload(), id, connection.id(), api.serviceId());
        @Nullable PublishResult limited = limited(publish, 0);
        if (limited != null) {
            return limited;
        }
        if (!connection.clientRpc().hasRoom()) {
            return refuse(
                    publish,
                    PublishRefusal.QUOTA_EXCEEDED,
                    "too many RPC requests of the device wait for their answers");
        }
        connection.clientRpc().begin(form, id);
        return new PublishResult.Submit(new Submission(api.queue(), List.of(message)));
    }

    /** A late answer is acknowledged, because the device cannot know that it is late. */
    private PublishResult response(InboundPublish publish, int id) {
        @Nullable PublishResult limited = limited(publish, 0);
        if (limited != null) {
            return limited;
        }
        if (!connection.exchanges().replied(id, publish.payload())) {
            refusals.unused(
                    connection.device(), publish.topic(), "no RPC request waits for this answer");
        }
        return PublishResult.HANDLED;
    }

    private PublishResult claim(InboundPublish publish) {
        ClaimRequest request = ClaimRequest.of(publish.payload());
        @Nullable PublishResult limited = limited(publish, 0);
        return limited != null
                ? limited
                : new PublishResult.Later(
                        api.requests()
                                .claim(connection.device(), request)
                                .<PublishResult>thenApply(_ -> PublishResult.HANDLED)
                                .exceptionally(error -> failed(publish, error)));
    }

    private PublishResult toGateway(InboundPublish publish, String name) {
        return gateway == null
                ? refuse(
                        publish,
                        PublishRefusal.NOT_ALLOWED,
                        "the device is not marked as a gateway (additionalInfo.gateway)")
                : gateway.accept(publish, name);
    }
}
