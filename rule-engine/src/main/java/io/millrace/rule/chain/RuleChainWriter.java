// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes chains as JSON: stored chains with all properties, others without identity and history. */
final class RuleChainWriter {

    private static final JsonMapper JSON = JsonMapper.shared();

    private RuleChainWriter() {}

    static ObjectNode write(RuleChainHeader header) {
        ObjectNode json = JSON.createObjectNode();
        boolean stored = header.id() != null;
        if (stored) {
            json.set("id", entity(header.id()));
            json.put("createdTime", header.createdTime());
            json.set("tenantId", entity(header.tenantId()));
        }
        json.put("name", header.name());
        json.put("type", header.type().name());
        json.set("firstRuleNodeId", entity(header.firstRuleNodeId()));
        json.put("root", header.root());
        json.put("debugMode", header.debugMode());
        json.set("configuration", orNull(header.configuration()));
        if (stored) {
            json.set("externalId", entity(header.externalId()));
            json.put("version", header.version());
        }
        json.set("additionalInfo", orNull(header.additionalInfo()));
        return json;
    }

    static ObjectNode write(RuleChainMetadata metadata) {
        ObjectNode json = JSON.createObjectNode();
        if (metadata.ruleChainId() != null) {
            json.set("ruleChainId", entity(metadata.ruleChainId()));
        }
        if (metadata.version() != null) {
            json.put("version", metadata.version());
        }
        json.put("firstNodeIndex", metadata.firstNodeIndex());
        ArrayNode nodes = json.putArray("nodes");
        metadata.nodes().forEach(node -> nodes.add(write(node)));
        if (metadata.connections().isEmpty()) {
            json.putNull("connections");
        } else {
            ArrayNode connections = json.putArray("connections");
            metadata.connections().stream()
                    .sorted()
                    .forEach(connection -> connections.add(write(connection)));
        }
        json.putNull("ruleChainConnections");
        return json;
    }

    private static ObjectNode write(RuleNodeDocument node) {
        ObjectNode json = JSON.createObjectNode();
        boolean stored = node.id() != null;
        if (stored) {
            json.set("id", entity(node.id()));
            json.put("createdTime", node.createdTime());
            json.set("ruleChainId", entity(node.ruleChainId()));
        }
        json.put("type", node.type());
        json.put("name", node.name());
        json.set("debugSettings", write(node.debugSettings()));
        json.put("singletonMode", node.singletonMode());
        json.put("queueName", node.queueName());
        json.put("configurationVersion", node.configurationVersion());
        json.set("configuration", node.configuration());
        if (stored) {
            json.set("externalId", entity(node.externalId()));
        }
        json.set("additionalInfo", orNull(node.additionalInfo()));
        return json;
    }

    private static JsonNode write(@Nullable DebugSettings settings) {
        return settings == null
                ? JSON.nullNode()
                : JSON.createObjectNode()
                        .put("failuresEnabled", settings.failuresEnabled())
                        .put("allEnabled", settings.allEnabled())
                        .put("allEnabledUntil", settings.allEnabledUntil());
    }

    private static ObjectNode write(ConnectionDocument connection) {
        return JSON.createObjectNode()
                .put("fromIndex", connection.fromIndex())
                .put("toIndex", connection.toIndex())
                .put("type", connection.type());
    }

    private static JsonNode entity(@Nullable RuleChainId id) {
        return id == null ? JSON.nullNode() : write(id.entity());
    }

    private static JsonNode entity(@Nullable RuleNodeId id) {
        return id == null ? JSON.nullNode() : write(id.entity());
    }

    private static JsonNode entity(@Nullable TenantId id) {
        return id == null ? JSON.nullNode() : write(id.entity());
    }

    private static ObjectNode write(EntityId id) {
        return JSON.createObjectNode()
                .put("entityType", id.type().name())
                .put("id", id.id().toString());
    }

    private static JsonNode orNull(@Nullable JsonNode json) {
        return json == null ? JSON.nullNode() : json;
    }
}
