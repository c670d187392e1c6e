// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.device;

import io.millrace.message.MessageJson;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceConnection;
import io.millrace.transport.device.LastWill;
import io.millrace.transport.device.RpcCall;
import io.millrace.transport.mqtt.client.ClientLink;
import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.client.Will;
import io.millrace.transport.mqtt.exchange.Deliveries;
import io.millrace.transport.mqtt.exchange.RpcExchanges;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The MQTT connection of a device, as the rest of the service sees it. */
final class MqttDeviceConnection implements DeviceConnection {

    private final ClientLink link;
    private final RpcExchanges rpc;
    private final ClientRpc clientRpc;
    private final @Nullable LastWill lastWill;

    private volatile AuthenticatedDevice device;

    /** The forms of the topics that the device has subscribed to, the latest last; immutable lists. */
    private volatile List<TopicForm> attributeForms = List.of();

    private volatile List<TopicForm> rpcForms = List.of();

    MqttDeviceConnection(AuthenticatedDevice device, ClientLink link, InstantSource clock) {
        this.device = device;
        this.link = link;
        this.rpc = new RpcExchanges(link, clock);
        this.clientRpc = new ClientRpc(link);
        this.lastWill = lastWill(link.will());
    }

    /** Returns a will on a topic of telemetry or attributes; another one has no effect but an event. */
    private static @Nullable LastWill lastWill(@Nullable Will will) {
        LastWill.Kind kind =
                switch (will == null ? null : DeviceTopic.of(will.topic())) {
                    case DeviceTopic.Telemetry _ -> LastWill.Kind.TELEMETRY;
                    case DeviceTopic.Attributes _ -> LastWill.Kind.ATTRIBUTES;
                    case null, default -> null;
                };
        return will == null || kind == null
                ? null
                : new LastWill(kind, will.payload(), will.delay());
    }

    /** Returns a description of a client's connection for events. */
    static String describe(ClientLink link) {
        return "MQTT %s %s".formatted(link.clientId(), link.remote());
    }

    @Override
    public UUID id() {
        return link.id();
    }

    @Override
    public AuthenticatedDevice device() {
        return device;
    }

    @Override
    public String description() {
        return describe(link);
    }

    @Override
    public @Nullable LastWill lastWill() {
        return lastWill;
    }

    @Override
    public boolean receives(Downlink downlink) {
        return switch (downlink) {
            case ATTRIBUTES -> !attributeForms.isEmpty();
            case RPC -> !rpcForms.isEmpty();
        };
    }

    @Override
    public CompletionStage<Delivery> attributes(byte[] json) {
        CompletableFuture<Delivery> end = new CompletableFuture<>();
        List<TopicForm> forms = attributeForms;
        if (forms.isEmpty()) {
            end.complete(Delivery.NOT_CONNECTED);
        } else {
            Deliveries.send(link, forms.getLast().attributes(), json, true, end);
        }
        return end;
    }

    @Override
    public void rpc(RpcCall call) {
        link.execute(() -> rpc.start(call, this::request));
    }

    private RpcExchanges.Publication.@Nullable Message request(int id, RpcCall call) {
        List<TopicForm> forms = rpcForms;
        return forms.isEmpty()
                ? null
                : new RpcExchanges.Publication.Message(
                        forms.getLast().rpcRequest() + id, requestJson(call));
    }

    private static byte[] requestJson(RpcCall call) {
        String method = MessageJson.MAPPER.writeValueAsString(call.method());
        return "{\"method\":%s,\"params\":%s}"
                .formatted(method, call.params())
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public CompletionStage<Delivery> rpcReply(int requestId, byte[] json) {
        CompletableFuture<Delivery> end = new CompletableFuture<>();
        link.execute(() ->
                end.complete(
                        clientRpc.answer(requestId, json)
                                ? Delivery.DELIVERED
                                : Delivery.NOT_CONNECTED));
        return end;
    }

    @Override
    public void update(AuthenticatedDevice newDevice) {
        device = newDevice;
    }

    @Override
    public void close(CloseCause cause) {
        link.close(
                switch (cause) {
                    case TAKEN_OVER -> CloseReason.SESSION_TAKEN_OVER;
                    case DEVICE_DELETED, CREDENTIALS_CHANGED, TENANT_DELETED ->
                            CloseReason.ADMINISTRATIVE_ACTION;
                });
    }

    /** The requests to the device that wait for its answers; on the event loop only. */
    RpcExchanges exchanges() {
        return rpc;
    }

    /** The requests of the device that wait for answers; on the event loop only. */
    ClientRpc clientRpc() {
        return clientRpc;
    }

    void subscribedAttributes(TopicForm form) {
        attributeForms = withLatest(attributeForms, form);
    }

    void unsubscribedAttributes(TopicForm form) {
        attributeForms = without(attributeForms, form);
    }

    void subscribedRpc(TopicForm form) {
        rpcForms = withLatest(rpcForms, form);
    }

    void unsubscribedRpc(TopicForm form) {
        rpcForms = without(rpcForms, form);
    }

    private static List<TopicForm> withLatest(List<TopicForm> forms, TopicForm latest) {
        List<TopicForm> all = new ArrayList<>(without(forms, latest));
        all.add(latest);
        return List.copyOf(all);
    }

    private static List<TopicForm> without(List<TopicForm> forms, TopicForm form) {
        return forms.stream().filter(other -> other != form).toList();
    }

    /** Ends all requests with the connection; on the event loop only. */
    void end() {
        attributeForms = List.of();
        rpcForms = List.of();
        rpc.end();
        clientRpc.end();
    }
}
