// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.rpc;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.node.EffectNode;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.flow.PendingSites;
import io.millrace.rule.store.DeviceRpc;
import io.millrace.rule.store.DeviceRpc.Answered;
import io.millrace.rule.store.DeviceRpc.Failed;
import io.millrace.rule.store.DeviceRpc.Outcome;
import io.millrace.rule.store.DeviceRpc.RpcError;
import io.millrace.rule.store.PendingMessages;
import io.millrace.rule.store.PendingMessages.Bound;
import io.millrace.rule.store.PendingMessages.Site;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Sends an RPC request to the message's device. A response that comes at once leaves by {@code Success} in the delivery
 * of the message. Otherwise the delivery ends when the message is stored; it goes on in a delivery of its own with the
 * device's response. A stored message whose response does not come, because the process has ended for example, leaves by
 * {@code Failure} when its entry is due.
 */
@NodeType(
        id = "action.rpc-request",
        alias = "org.thingsboard.rule.engine.rpc.TbSendRPCRequestNode",
        group = NodeGroup.ACTION,
        name = "rpc call request",
        description =
                "Sends an RPC request to the device of the message; the message goes on with the device's response.",
        effect = true,
        waitsForStore = true)
public final class RpcRequestNode implements EffectNode {

    /** How many messages of one device may wait in a node. */
    static final int MOST_OF_DEVICE = 1_000;

    /** From the expiration of a request until its message leaves without a response. */
    static final long GRACE_MILLIS = 1_000;

    /**
     * How long the delivery of a message waits for the response. To store a message and remove it again takes longer than
     * most devices; but the next message of a device may have to wait for this one.
     */
    private static final long PATIENCE_MILLIS = 100;

    private static final Configuration DEFAULTS = new Configuration(60);
    private static final Bound BOUND = new Bound(Integer.MAX_VALUE, MOST_OF_DEVICE);

    private final long timeoutMillis;
    private final NodeIdentity node;
    private final Ports ports;

    private RpcRequestNode(Configuration configuration, NodeIdentity node, Ports ports) {
        this.timeoutMillis = TimeUnit.SECONDS.toMillis(configuration.timeoutInSeconds());
        this.node = node;
        this.ports = ports;
    }

    /**
     * Configuration of the node.
     *
     * @param timeoutInSeconds time limit for the device's response; metadata {@code expirationTime} overrides it
     */
    public record Configuration(
            @JsonPropertyDescription(
                            "Seconds that the device has for its response, unless the metadata has an expirationTime.")
                    int timeoutInSeconds) {
        public Configuration {
            if (timeoutInSeconds < 0) {
                throw new InvalidConfigurationException(
                        "timeoutInSeconds: must be 0 or more, but is " + timeoutInSeconds);
            }
        }
    }

    /** @param patience completes a stage, as empty, when its message is to be stored instead of waiting for the response */
    private record Ports(
            PendingSites.Ports sites,
            DeviceRpc rpc,
            UnaryOperator<CompletableFuture<Optional<Answered>>> patience,
            AwaitedResponses awaited) {}

    /** Returns the definition of this node type, which stores waiting messages and sends requests by the given ports. */
    public static NodeDefinition<Configuration> definition(
            PendingSites.Ports sites, DeviceRpc rpc) {
        return definition(
                sites,
                rpc,
                response ->
                        response.completeOnTimeout(
                                Optional.empty(), PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
    }

    static NodeDefinition<Configuration> definition(
            PendingSites.Ports sites,
            DeviceRpc rpc,
            UnaryOperator<CompletableFuture<Optional<Answered>>> patience) {
        Ports ports = new Ports(sites, rpc, patience, new AwaitedResponses(sites));
        return NodeDefinition.of(
                RpcRequestNode.class,
                DEFAULTS,
                (configuration, node) -> new RpcRequestNode(configuration, node, ports));
    }

    @Override
    public NodeResult process(RuleMessage message, NodeCall call) {
        Site site = new Site(node.tenant(), node.chain(), node.node(), message.originator());
        if (message.type().equals(PendingMessages.DUE)) {
            return new NodeResult.Later(
                    ports.awaited().due(site, call.lease()).thenApply(_ -> new NodeResult.Ended()));
        }
        long now = ports.sites().clock().millis();
        DeviceRpc.Request request = RpcMessage.request(message, now + timeoutMillis);
        if (request.expiresAt() <= now) {
            return new NodeResult.Failed(
                    failed(message, RpcError.TIMEOUT), RpcError.TIMEOUT.name());
        }
        Waiting waiting =
                new Waiting(site, entryId(call), message.withPayload(Payload.EMPTY_OBJECT), call);
        return send(waiting, message, request);
    }

    /**
     * A message that waits for a response.
     *
     * @param id identity of its entry
     * @param message the message with an empty payload, which the response replaces
     */
    private record Waiting(Site site, UUID id, RuleMessage message, NodeCall call) {

        RuleMessage behind(String label, RuleMessage result) {
            return result.withEntry(call.entryBehind(label));
        }
    }

    private NodeResult send(Waiting waiting, RuleMessage message, DeviceRpc.Request request) {
        // Another attempt of this delivery may have sent the request.
        return ports.awaited()
                .begin(waiting.id(), () -> sendFirst(waiting, message, request))
                .<NodeResult>map(NodeResult.Later::new)
                .orElseGet(NodeResult.Ended::new);
    }

    private CompletionStage<NodeResult> sendFirst(
            Waiting waiting, RuleMessage message, DeviceRpc.Request request) {
        CompletionStage<Outcome> outcome = ports.rpc().send(request);
        CompletableFuture<Optional<Answered>> prompt = new CompletableFuture<>();
        var _ =
                outcome.thenAccept(known ->
                        prompt.complete(
                                known instanceof Answered answered
                                        ? Optional.of(answered)
                                        : Optional.empty()));
        return ports.patience()
                .apply(prompt)
                .thenCompose(answered ->
                        answered.isPresent()
                                ? answeredAtOnce(waiting, answered.get())
                                : store(waiting, message, request.expiresAt(), outcome));
    }

    private CompletionStage<NodeResult> answeredAtOnce(Waiting waiting, Answered answered) {
        ports.awaited().abandon(waiting.id());
        return CompletableFuture.completedStage(
                NodeResult.success(answered(waiting.message(), answered)));
    }

    private CompletionStage<NodeResult> store(
            Waiting waiting,
            RuleMessage message,
            long expiresAt,
            CompletionStage<Outcome> outcome) {
        return ports.sites()
                .pending()
                .add(
                        waiting.site(),
                        waiting.id(),
                        waiting.behind(
                                NodeResult.FAILURE, failed(waiting.message(), RpcError.TIMEOUT)),
                        expiresAt + GRACE_MILLIS,
                        BOUND,
                        waiting.call().lease())
                .whenComplete((kept, refusal) -> {
                    if (refusal != null || !kept) {
                        ports.awaited().abandon(waiting.id());
                    }
                })
                .thenApply(kept -> {
                    if (!kept) {
                        return new NodeResult.Failed(
                                message,
                                "%d messages of the device already wait for a response in this node"
                                        .formatted(MOST_OF_DEVICE));
                    }
                    ports.awaited().stored(waiting.id());
                    var _ = outcome.thenAccept(known -> respond(waiting, known));
                    return new NodeResult.Ended();
                });
    }

    private void respond(Waiting waiting, Outcome outcome) {
        RuleMessage message = waiting.message();
        RuleMessage result =
                switch (outcome) {
                    case Answered answered ->
                            waiting.behind(NodeResult.SUCCESS, answered(message, answered));
                    case Failed(RpcError error, _) ->
                            waiting.behind(NodeResult.FAILURE, failed(message, error));
                };
        ports.awaited().respond(waiting.site(), waiting.id(), result);
    }

    private static RuleMessage answered(RuleMessage message, Answered answered) {
        Payload answer = answered.answer();
        return message.withPayload(answer.length() == 0 ? Payload.EMPTY_OBJECT : answer);
    }

    private static RuleMessage failed(RuleMessage message, RpcError error) {
        return message.withPayload(Payload.ofText("{\"error\":\"%s\"}".formatted(error)));
    }

    /** Returns the same id for the same delivery, so that a repeated delivery is stored once. */
    private static UUID entryId(NodeCall call) {
        @Nullable String key = call.idempotencyKey();
        return key == null
                ? TimeOrderedUuid.next()
                : UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8));
    }
}
