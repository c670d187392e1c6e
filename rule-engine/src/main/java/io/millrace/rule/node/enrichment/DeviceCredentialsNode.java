// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityType;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.node.ConfigurationUpgrade;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.DeviceCredentialsStore;
import io.millrace.rule.store.DeviceCredentialsStore.Credentials;
import jakarta.validation.constraints.NotNull;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Adds the credentials of the originating device, as {@code credentialsType} and {@code credentials}. */
@NodeType(
        id = "enrichment.device-credentials",
        alias = "org.thingsboard.rule.engine.metadata.TbFetchDeviceCredentialsNode",
        group = NodeGroup.ENRICHMENT,
        name = "fetch device credentials",
        description = "Adds the credentials of the originating device to the message.",
        version = 1,
        waitsForStore = true)
public final class DeviceCredentialsNode implements RuleNode {

    private static final Configuration DEFAULTS = new Configuration(FetchTo.METADATA);
    private static final ConfigurationUpgrade UPGRADE =
            (_, configuration) ->
                    OlderConfiguration.replace(
                            configuration,
                            "fetchToMetadata",
                            "fetchTo",
                            FetchTo.METADATA,
                            FetchTo.DATA);

    private final FetchTo fetchTo;
    private final DeviceCredentialsStore store;

    private DeviceCredentialsNode(FetchTo fetchTo, DeviceCredentialsStore store) {
        this.fetchTo = fetchTo;
        this.store = store;
    }

    /**
     * Configuration of the node.
     *
     * @param fetchTo where the credentials are written
     */
    public record Configuration(
            @JsonPropertyDescription("Where the credentials are written: payload or metadata.")
                    @NotNull
                    FetchTo fetchTo) {}

    /** Returns the definition of this node type, which reads from the given store. */
    public static NodeDefinition<Configuration> definition(DeviceCredentialsStore store) {
        return NodeDefinition.of(
                DeviceCredentialsNode.class,
                DEFAULTS,
                UPGRADE,
                (configuration, _) -> new DeviceCredentialsNode(configuration.fetchTo(), store));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        fetchTo.requireRoomIn(message);
        EntityType type = message.originator().type();
        if (type != EntityType.DEVICE) {
            return new NodeResult.Failed(
                    message, "the originator must be a device, not " + type.normalName());
        }
        DeviceId device = new DeviceId(message.originator().id());
        return new NodeResult.Later(
                store.of(message.tenant(), device).thenApply(found -> result(message, found)));
    }

    private NodeResult result(RuleMessage message, Optional<Credentials> found) {
        if (found.isEmpty()) {
            return new NodeResult.Failed(
                    message,
                    "there are no credentials of device %s".formatted(message.originator().id()));
        }
        Credentials credentials = found.get();
        Map<String, Value> values = new LinkedHashMap<>();
        values.put("credentialsType", new StringValue(credentials.type().name()));
        values.put(
                "credentials",
                credentials.type().isJson()
                        ? new JsonValue(credentials.value())
                        : new StringValue(credentials.value()));
        return NodeResult.success(fetchTo.write(message, values));
    }
}
