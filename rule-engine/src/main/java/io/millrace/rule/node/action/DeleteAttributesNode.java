// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.MessageType;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityType;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.rule.node.EffectNode;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.Template;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.DeviceNotifications;
import io.millrace.rule.store.MessageIntake;
import jakarta.validation.constraints.NotNull;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Deletes attributes of the originator, in the scope of metadata {@code scope} or else of the configuration. The message
 * leaves by {@code Success} when the deletion is on disk and, if a notification is configured, when that message is safe
 * too.
 */
@NodeType(
        id = "action.delete-attributes",
        alias = "org.thingsboard.rule.engine.telemetry.TbMsgDeleteAttributesNode",
        group = NodeGroup.ACTION,
        name = "delete attributes",
        description = "Deletes attributes of the originator.",
        effect = true,
        waitsForStore = true)
public final class DeleteAttributesNode implements EffectNode {

    private static final Configuration DEFAULTS =
            new Configuration(AttributeScope.SERVER_SCOPE, List.of(), false, false);

    private final Configuration configuration;
    private final List<Template> keys;
    private final NodeIdentity node;
    private final Ports ports;

    private DeleteAttributesNode(Configuration configuration, NodeIdentity node, Ports ports) {
        this.configuration = configuration;
        this.keys = configuration.keys().stream().map(Template::of).toList();
        this.node = node;
        this.ports = ports;
    }

    private record Ports(
            AttributeStore store, DeviceNotifications devices, MessageIntake intake, Clock clock) {}

    /**
     * Configuration of the node.
     *
     * @param scope the scope if the metadata names none
     * @param keys templates of the keys; blank ones and repetitions are left out
     * @param sendAttributesDeletedNotification whether a message of type {@code ATTRIBUTES_DELETED} is sent with the keys
     * @param notifyDevice whether a device is notified of its deleted shared attributes; metadata {@code notifyDevice}
     *     with the value {@code true} says the same
     */
    public record Configuration(
            @NotNull @JsonPropertyDescription("Scope of the attributes if the metadata names none.")
                    AttributeScope scope,
            @JsonPropertyDescription("Templates of the keys.") List<@NotNull String> keys,
            @JsonPropertyDescription("Whether a message ATTRIBUTES_DELETED is sent with the keys.")
                    boolean sendAttributesDeletedNotification,
            @JsonPropertyDescription(
                            "Whether a device is notified of its deleted shared attributes also if metadata"
                                    + " notifyDevice is not true.")
                    boolean notifyDevice) {

        public Configuration {
            keys = keys == null ? List.of() : keys.stream().toList();
        }
    }

    /**
     * Returns the definition of this node type.
     *
     * @param intake takes the messages that tell of deleted attributes
     */
    public static NodeDefinition<Configuration> definition(
            AttributeStore store, DeviceNotifications devices, MessageIntake intake, Clock clock) {
        Ports ports = new Ports(store, devices, intake, clock);
        return NodeDefinition.of(
                DeleteAttributesNode.class,
                DEFAULTS,
                (configuration, node) -> new DeleteAttributesNode(configuration, node, ports));
    }

    @Override
    public NodeResult process(RuleMessage message, NodeCall call) {
        List<String> wanted =
                keys.stream()
                        .map(key -> key.resolve(message))
                        .filter(key -> !key.isBlank())
                        .distinct()
                        .toList();
        if (wanted.isEmpty()) {
            return NodeResult.success(message);
        }
        AttributeScope scope = MessageScope.of(message, configuration.scope());
        CompletionStage<Void> deleted =
                ports.store()
                        .delete(
                                message.tenant(),
                                message.originator(),
                                scope,
                                wanted,
                                call.lease());
        CompletionStage<Void> notified =
                isForDevice(message, scope)
                        ? deleted.thenAccept(_ ->
                                ports.devices()
                                        .attributesDeleted(
                                                message.tenant(),
                                                new DeviceId(message.originator().id()),
                                                wanted))
                        : deleted;
        CompletionStage<Void> announced =
                configuration.sendAttributesDeletedNotification()
                        ? notified.thenCompose(_ ->
                                ports.intake().submit(announcement(message, scope, wanted), call))
                        : notified;
        return new NodeResult.Later(announced.thenApply(_ -> NodeResult.success(message)));
    }

    private boolean isForDevice(RuleMessage message, AttributeScope scope) {
        return scope == AttributeScope.SHARED_SCOPE
                && message.originator().type() == EntityType.DEVICE
                && (configuration.notifyDevice()
                        || "true".equals(message.metadata().get("notifyDevice")));
    }

    private RuleMessage announcement(
            RuleMessage message, AttributeScope scope, List<String> deleted) {
        ObjectNode data = JsonMapper.shared().createObjectNode();
        ArrayNode names = data.putArray("attributes");
        deleted.forEach(names::add);
        RuleMessage event =
                node.event(
                        message.originator(),
                        MessageType.ATTRIBUTES_DELETED,
                        Payload.of(data),
                        ports.clock().millis());
        return event.withMetadata(event.metadata().with("scope", scope.name()))
                .withCustomer(message.customer());
    }
}
