// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.gateway;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.RuleMessage;
import io.millrace.transport.device.AttributeRequest;
import io.millrace.transport.device.AttributeValues;
import io.millrace.transport.device.ClaimRequest;
import io.millrace.transport.device.DeviceConnection;
import io.millrace.transport.device.DeviceConnection.Downlink;
import io.millrace.transport.device.DeviceLimits.Excess;
import io.millrace.transport.device.DeviceLimits.Kind;
import io.millrace.transport.device.DeviceLimits.Sender;
import io.millrace.transport.device.DeviceUplinks.Uplinks;
import io.millrace.transport.mqtt.client.ClientLink;
import io.millrace.transport.mqtt.client.InboundPublish;
import io.millrace.transport.mqtt.client.PublishRefusal;
import io.millrace.transport.mqtt.client.PublishResult;
import io.millrace.transport.mqtt.client.Submission;
import io.millrace.transport.mqtt.exchange.DeviceApi;
import io.millrace.transport.mqtt.exchange.PacketMetadata;
import io.millrace.transport.mqtt.exchange.Refusals;
import io.millrace.transport.mqtt.gateway.GatewayPayload.Part;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a gateway publishes for the devices behind it. A message that some of its devices cannot send is processed for
 * the others; the gateway's events name the devices that are left out, and it gets a notice on {@code
 * v1/gateway/disconnect}. Used on the event loop of the gateway's connection only.
 */
public final class Gateway {

    private final DeviceConnection connection;
    private final DeviceApi api;
    private final Refusals refusals;
    private final GatewayDownlinks downlinks;
    private final SubDevices devices;

    /** @param connection the gateway's own connection */
    public Gateway(DeviceConnection connection, ClientLink link, DeviceApi api, Refusals refusals) {
        this.connection = connection;
        this.api = api;
        this.refusals = refusals;
        this.downlinks = new GatewayDownlinks(link);
        this.devices = new SubDevices(connection, api, downlinks);
    }

    /**
     * Processes a message.
     *
     * @param name the topic's name behind {@code v1/gateway/}
     * @throws MalformedPayloadException if the payload is not what the topic requires
     */
    public PublishResult accept(InboundPublish publish, String name) {
        return switch (name) {
            case "connect" -> connect(publish);
            case "disconnect" -> disconnect(publish);
            case "telemetry" ->
                    submit(
                            publish,
                            (device, json) ->
                                    device.uplinks()
                                            .telemetry(json, PacketMetadata.ofProperties(publish)));
            case "attributes" ->
                    submit(
                            publish,
                            (device, json) ->
                                    device.uplinks()
                                            .attributes(
                                                    json, PacketMetadata.ofProperties(publish)));
            case "attributes/request" -> attributes(publish);
            case "rpc" -> rpcReply(publish);
            case "claim" -> claim(publish);
            default -> refuse(publish, PublishRefusal.UNKNOWN_TOPIC, "the topic has no meaning");
        };
    }

    private PublishResult refuse(InboundPublish publish, PublishRefusal reason, String detail) {
        return refusals.publish(connection.device(), publish.topic(), reason, detail);
    }

    private PublishResult connect(InboundPublish publish) {
        JsonNode json = GatewayPayload.ofOneDevice(publish.payload());
        String profile = json.path("type").asString("");
        return withOne(
                publish,
                GatewayPayload.device(json),
                profile.isBlank() ? null : profile,
                _ -> PublishResult.HANDLED);
    }

    private PublishResult disconnect(InboundPublish publish) {
        devices.disconnect(GatewayPayload.device(GatewayPayload.ofOneDevice(publish.payload())));
        return PublishResult.HANDLED;
    }

    private PublishResult submit(
            InboundPublish publish, BiFunction<SubDevice, byte[], Uplinks> uplinks) {
        List<Part> parts = GatewayPayload.parts(publish.payload());
        return devices.with(
                names(parts),
                null,
                found -> guarded(publish, () -> submit(publish, parts, found, uplinks)));
    }

    private static Set<String> names(List<Part> parts) {
        return parts.stream()
                .map(Part::device)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private PublishResult submit(
            InboundPublish publish,
            List<Part> parts,
            SubDevices.Found found,
            BiFunction<SubDevice, byte[], Uplinks> uplinks) {
        List<RuleMessage> messages = new ArrayList<>();
        LeftOut leftOut = new LeftOut(publish);
        leftOut.addAll(found.refused());
        for (Part part : parts) {
            SubDevice device = found.devices().get(part.device());
            if (device == null) {
                continue;
            }
            Uplinks made = uplinks.apply(device, part.json());
            @Nullable Excess excess = take(made.dataPoints());
            if (excess == null) {
                messages.addAll(made.messages());
            } else {
                leftOut.add(part.device(), PublishRefusal.RATE_LIMITED, excess.text());
            }
        }
        return messages.isEmpty()
                ? leftOut.result()
                : new PublishResult.Submit(new Submission(api.queue(), messages));
    }

    private @Nullable Excess take(int dataPoints) {
        return api.limits().take(new Sender(connection.device(), Kind.SUB_DEVICE), dataPoints);
    }

    private PublishResult guarded(InboundPublish publish, Supplier<PublishResult> work) {
        try {
            return work.get();
        } catch (MalformedPayloadException e) {
            return refusals.malformed(connection.device(), publish.topic(), e);
        }
    }

    /** The devices that a message is not processed for. */
    private final class LeftOut {

        private final InboundPublish publish;
        private @Nullable PublishResult first;

        LeftOut(InboundPublish publish) {
            this.publish = publish;
        }

        void addAll(Map<String, Throwable> refused) {
            refused.forEach((name, error) -> {
                PublishResult result =
                        refusals.request(
                                connection.device(),
                                "%s (device %s)".formatted(publish.topic(), name),
                                error);
                note(name, result);
            });
        }

        void add(String name, PublishRefusal reason, String detail) {
            note(name, refuse(publish, reason, "device %s: %s".formatted(name, detail)));
        }

        private void note(String name, PublishResult result) {
            if (result instanceof PublishResult.Refused(PublishRefusal reason, _, _)) {
                downlinks.disconnected(name, reason.ackCode());
            }
            if (first == null) {
                first = result;
            }
        }

        /** The answer to a message that is processed for no device. */
        PublishResult result() {
            return first == null ? PublishResult.HANDLED : first;
        }
    }

    /** Processes a message for one device, unless it cannot be connected or a limit is used up. */
    private PublishResult withOne(
            InboundPublish publish,
            String name,
            @Nullable String profile,
            Function<SubDevice, PublishResult> then) {
        return devices.with(
                List.of(name),
                profile,
                found -> {
                    LeftOut leftOut = new LeftOut(publish);
                    leftOut.addAll(found.refused());
                    SubDevice device = found.devices().get(name);
                    if (device == null) {
                        return leftOut.result();
                    }
                    @Nullable Excess excess = take(0);
                    if (excess != null) {
                        leftOut.add(name, PublishRefusal.RATE_LIMITED, excess.text());
                        return leftOut.result();
                    }
                    return then.apply(device);
                });
    }

    private PublishResult attributes(InboundPublish publish) {
        JsonNode json = GatewayPayload.ofOneDevice(publish.payload());
        String name = GatewayPayload.device(json);
        int id = GatewayPayload.id(json);
        List<String> keys = keys(json);
        boolean client = json.path("client").asBoolean(false);
        AttributeRequest request =
                client
                        ? new AttributeRequest(keys, List.of())
                        : new AttributeRequest(List.of(), keys);
        return withOne(
                publish,
                name,
                null,
                device ->
                        new PublishResult.Later(
                                api.requests()
                                        .attributes(device.device(), request)
                                        .<PublishResult>thenApply(values -> {
                                            downlinks.answerAttributes(
                                                    answer(name, id, keys, client, values));
                                            return PublishResult.HANDLED;
                                        })
                                        .exceptionally(error ->
                                                refusals.request(
                                                        connection.device(),
                                                        publish.topic(),
                                                        error))));
    }

    private static List<String> keys(JsonNode json) {
        if (json.path("key").isString()) {
            return List.of(json.path("key").asString());
        }
        JsonNode keys = json.path("keys");
        if (!keys.isArray() || keys.isEmpty()) {
            throw new MalformedPayloadException("\"key\" or \"keys\" is missing");
        }
        return keys.valueStream().map(key -> key.asString("")).distinct().toList();
    }

    private static ObjectNode answer(
            String name, int id, List<String> keys, boolean client, AttributeValues values) {
        ObjectNode found = AttributeValues.object(client ? values.client() : values.shared());
        ObjectNode answer = JsonMapper.shared().createObjectNode();
        answer.put("id", id).put("device", name);
        if (keys.size() > 1 && !found.isEmpty()) {
            answer.set("values", found);
        } else if (!found.isEmpty()) {
            answer.set("value", found.values().iterator().next());
        }
        return answer;
    }

    private PublishResult rpcReply(InboundPublish publish) {
        JsonNode json = GatewayPayload.ofOneDevice(publish.payload());
        String name = GatewayPayload.device(json);
        int id = GatewayPayload.id(json);
        byte[] reply = json.path("data").toString().getBytes(StandardCharsets.UTF_8);
        SubDevice device = devices.find(name);
        if (device == null || !device.replied(id, reply)) {
            refusals.unused(
                    connection.device(),
                    publish.topic(),
                    "no RPC request to device %s waits for this answer".formatted(name));
        }
        return PublishResult.HANDLED;
    }

    private PublishResult claim(InboundPublish publish) {
        List<Part> parts = GatewayPayload.parts(publish.payload());
        Map<String, ClaimRequest> claims =
                parts.stream()
                        .collect(
                                Collectors.toMap(
                                        Part::device,
                                        part -> ClaimRequest.of(part.json()),
                                        (_, last) -> last));
        return devices.with(
                names(parts),
                null,
                found -> {
                    LeftOut leftOut = new LeftOut(publish);
                    leftOut.addAll(found.refused());
                    List<CompletableFuture<Void>> all = new ArrayList<>();
                    found.devices()
                            .forEach((name, device) ->
                                    all.add(
                                            api.requests()
                                                    .claim(
                                                            device.device(),
                                                            claims.getOrDefault(
                                                                    name, ClaimRequest.EMPTY))
                                                    .toCompletableFuture()));
                    if (all.isEmpty()) {
                        return leftOut.result();
                    }
                    return new PublishResult.Later(
                            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                                    .<PublishResult>thenApply(_ -> PublishResult.HANDLED)
                                    .exceptionally(error ->
                                            refusals.request(
                                                    connection.device(), publish.topic(), error)));
                });
    }

    /** The gateway has subscribed to a kind of messages for the devices behind it. */
    public void subscribed(Downlink downlink) {
        downlinks.subscribed(downlink);
        devices.subscribed(downlink);
    }

    /** The gateway has ended such a subscription. */
    public void unsubscribed(Downlink downlink) {
        downlinks.unsubscribed(downlink);
    }

    /** The gateway's activity counts as that of all devices behind it. */
    public void active() {
        devices.active();
    }

    /** Ends the connections of all devices behind the gateway. */
    public void closed(String reason) {
        devices.end("gateway: " + reason);
    }
}
