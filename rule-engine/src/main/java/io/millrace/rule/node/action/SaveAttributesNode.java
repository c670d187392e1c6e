// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.MessageJson;
import io.millrace.message.MessageType;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityType;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TelemetryJson;
import io.millrace.rule.node.ConfigurationUpgrade;
import io.millrace.rule.node.EffectNode;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.OriginatorSequence;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.DeviceNotifications;
import io.millrace.rule.store.MessageIntake;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Stores the values of an attributes message for its originator, in the scope of metadata {@code scope} or else of the
 * configuration. The message leaves by {@code Success} when they are on disk and, if a notification is configured, when
 * that message is safe too. A device whose shared attributes were stored is notified of them. If only changes are stored, the messages of one originator are processed one after the
 * other, so that each is compared with the values that the one before has stored.
 */
@NodeType(
        id = "action.save-attributes",
        alias = "org.thingsboard.rule.engine.telemetry.TbMsgAttributesNode",
        group = NodeGroup.ACTION,
        name = "save attributes",
        description = "Stores the values of attributes messages.",
        version = 3,
        effect = true,
        waitsForStore = true)
public final class SaveAttributesNode implements EffectNode {

    private static final JsonMapper JSON = MessageJson.MAPPER;
    private static final Set<Action> ACTIONS =
            EnumSet.of(Action.ATTRIBUTES, Action.WEB_SOCKETS, Action.CALCULATED_FIELDS);
    private static final Configuration DEFAULTS =
            new Configuration(
                    ProcessingSettings.DEFAULT, AttributeScope.SERVER_SCOPE, false, false, true);

    private final Configuration configuration;
    private final NodeIdentity node;
    private final ActionChoice choice;
    private final OriginatorSequence sequence = new OriginatorSequence();
    private final AttributeStore store;
    private final DeviceNotifications devices;
    private final MessageIntake intake;
    private final Clock clock;

    private SaveAttributesNode(Configuration configuration, NodeIdentity node, Ports ports) {
        this.configuration = configuration;
        this.node = node;
        this.choice = ActionChoice.by(configuration.processingSettings(), ACTIONS);
        this.store = ports.store();
        this.devices = ports.devices();
        this.intake = ports.intake();
        this.clock = ports.clock();
    }

    private record Ports(
            AttributeStore store, DeviceNotifications devices, MessageIntake intake, Clock clock) {}

    /**
     * Configuration of the node.
     *
     * @param processingSettings which actions are taken for which messages
     * @param scope the scope if the metadata names none
     * @param notifyDevice whether a device is notified of its stored shared attributes also if the metadata {@code
     *     notifyDevice} says no
     * @param sendAttributesUpdatedNotification whether a message of type {@code ATTRIBUTES_UPDATED} is sent with the
     *     stored values; never for the client's own scope
     * @param updateAttributesOnlyOnValueChange whether only attributes are stored whose value or type has changed
     */
    public record Configuration(
            @JsonPropertyDescription(
                            "Which messages are stored: all, none, the first of each interval,"
                                    + " or by a rule for each action.")
                    ProcessingSettings processingSettings,
            @JsonPropertyDescription("Scope of the attributes if the metadata names none.")
                    AttributeScope scope,
            @JsonPropertyDescription(
                            "Whether a device is notified of its stored shared attributes also if metadata"
                                    + " notifyDevice is false; without that metadata it is always notified.")
                    boolean notifyDevice,
            @JsonPropertyDescription(
                            "Whether a message ATTRIBUTES_UPDATED is sent with the stored values;"
                                    + " never for CLIENT_SCOPE.")
                    boolean sendAttributesUpdatedNotification,
            @JsonPropertyDescription(
                            "Whether only attributes are stored whose value or type has changed.")
                    boolean updateAttributesOnlyOnValueChange) {

        public Configuration(
                @Nullable ProcessingSettings processingSettings,
                @Nullable AttributeScope scope,
                boolean notifyDevice,
                boolean sendAttributesUpdatedNotification,
                boolean updateAttributesOnlyOnValueChange) {
            if (processingSettings == null) {
                throw new InvalidConfigurationException("processingSettings: must be set");
            }
            if (scope == null) {
                throw new InvalidConfigurationException(
                        "scope: must be a scope of attributes, but is missing");
            }
            this.processingSettings = processingSettings;
            this.scope = scope;
            this.notifyDevice = notifyDevice;
            this.sendAttributesUpdatedNotification = sendAttributesUpdatedNotification;
            this.updateAttributesOnlyOnValueChange = updateAttributesOnlyOnValueChange;
        }
    }

    /**
     * Returns the definition of this node type.
     *
     * @param intake takes the messages that tell of stored attributes
     */
    public static NodeDefinition<Configuration> definition(
            AttributeStore store, DeviceNotifications devices, MessageIntake intake, Clock clock) {
        Ports ports = new Ports(store, devices, intake, clock);
        return NodeDefinition.of(
                SaveAttributesNode.class,
                DEFAULTS,
                upgrade(),
                (configuration, node) -> new SaveAttributesNode(configuration, node, ports));
    }

    private static ConfigurationUpgrade upgrade() {
        return (from, configuration) -> {
            if (from < 1 && !configuration.has("updateAttributesOnlyOnValueChange")) {
                configuration.put("updateAttributesOnlyOnValueChange", false);
            }
            if (from < 2) {
                toBoolean(configuration, "notifyDevice", true);
                toBoolean(configuration, "sendAttributesUpdatedNotification", false);
                toBoolean(configuration, "updateAttributesOnlyOnValueChange", true);
            }
            configuration.putObject("processingSettings").put("type", "ON_EVERY_MESSAGE");
        };
    }

    private static void toBoolean(ObjectNode configuration, String field, boolean otherwise) {
        configuration.put(field, configuration.path(field).asBoolean(otherwise));
    }

    @Override
    public NodeResult process(RuleMessage message, NodeCall call) {
        if (!message.type().equals(MessageType.POST_ATTRIBUTES_REQUEST.name())) {
            return new NodeResult.Failed(
                    message,
                    "the message must be of type POST_ATTRIBUTES_REQUEST, not " + message.type());
        }
        List<KeyValue> attributes = TelemetryJson.attributes(message.payload());
        if (attributes.isEmpty()
                || !choice.of(message, message.metadataTs()).contains(Action.ATTRIBUTES)) {
            return NodeResult.success(message);
        }
        AttributeScope scope = MessageScope.of(message, configuration.scope());
        return new NodeResult.Later(
                save(message, scope, attributes, call).thenApply(_ -> NodeResult.success(message)));
    }

    private CompletionStage<Void> save(
            RuleMessage message, AttributeScope scope, List<KeyValue> attributes, NodeCall call) {
        if (!configuration.updateAttributesOnlyOnValueChange()) {
            return write(message, scope, attributes, call);
        }
        return sequence.then(
                message.originator(),
                () ->
                        changed(message, scope, attributes)
                                .thenCompose(changes -> write(message, scope, changes, call)));
    }

    private CompletionStage<List<KeyValue>> changed(
            RuleMessage message, AttributeScope scope, List<KeyValue> attributes) {
        List<String> keys = attributes.stream().map(KeyValue::key).toList();
        return store.find(message.tenant(), message.originator(), scope, keys)
                .thenApply(stored -> {
                    Set<KeyValue> unchanged =
                            stored.stream().map(Attribute::keyValue).collect(Collectors.toSet());
                    return attributes.stream().filter(a -> !unchanged.contains(a)).toList();
                });
    }

    private CompletionStage<Void> write(
            RuleMessage message, AttributeScope scope, List<KeyValue> attributes, NodeCall call) {
        if (attributes.isEmpty()) {
            return CompletableFuture.completedStage(null);
        }
        CompletionStage<Void> saved =
                store.save(
                        message.tenant(),
                        message.originator(),
                        scope,
                        attributes,
                        clock.millis(),
                        call.lease());
        CompletionStage<Void> notified =
                isForDevice(message, scope)
                        ? saved.thenAccept(_ ->
                                devices.attributesSaved(
                                        message.tenant(),
                                        new DeviceId(message.originator().id()),
                                        attributes))
                        : saved;
        if (!configuration.sendAttributesUpdatedNotification()
                || scope == AttributeScope.CLIENT_SCOPE) {
            return notified;
        }
        return notified.thenCompose(
                _ -> intake.submit(notification(message, scope, attributes), call));
    }

    private boolean isForDevice(RuleMessage message, AttributeScope scope) {
        String wanted = message.metadata().get("notifyDevice");
        return scope == AttributeScope.SHARED_SCOPE
                && message.originator().type() == EntityType.DEVICE
                && (configuration.notifyDevice()
                        || wanted == null
                        || wanted.isEmpty()
                        || wanted.equals("true"));
    }

    private RuleMessage notification(
            RuleMessage message, AttributeScope scope, List<KeyValue> attributes) {
        RuleMessage event =
                node.event(
                        message.originator(),
                        MessageType.ATTRIBUTES_UPDATED,
                        Payload.of(json(attributes)),
                        clock.millis());
        return event.withMetadata(event.metadata().with("scope", scope.name()))
                .withCustomer(message.customer());
    }

    private static ObjectNode json(List<KeyValue> attributes) {
        ObjectNode object = JSON.createObjectNode();
        for (KeyValue attribute : attributes) {
            object.set(attribute.key(), attribute.value().asJson());
        }
        return object;
    }
}
