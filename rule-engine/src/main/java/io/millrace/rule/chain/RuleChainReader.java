// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads chains from JSON, including old forms. */
final class RuleChainReader {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String RULE_CHAIN_NODE =
            "org.thingsboard.rule.engine.flow.TbRuleChainInputNode";
    private static final String NAME_OF_AN_UNKNOWN_CHAIN = "Rule Chain Input";

    private RuleChainReader() {}

    static RuleChainHeader header(JsonProperties json) {
        String name = json.textOr("name", "");
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    json.pathOf("name") + ": expected a text; it is blank");
        }
        return new RuleChainHeader(
                json.id("id", RuleChainId::new),
                json.number("createdTime"),
                json.id("tenantId", TenantId::new),
                name,
                type(json),
                json.id("firstRuleNodeId", RuleNodeId::new),
                json.flag("root"),
                json.flag("debugMode"),
                json.raw("configuration"),
                json.id("externalId", RuleChainId::new),
                json.number("version"),
                json.raw("additionalInfo"));
    }

    private static RuleChainType type(JsonProperties json) {
        String name = json.textOr("type", RuleChainType.CORE.name());
        return Arrays.stream(RuleChainType.values())
                .filter(type -> type.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "%s: expected CORE or EDGE, got \"%s\""
                                        .formatted(json.pathOf("type"), name)));
    }

    static RuleChainMetadata metadata(
            JsonProperties json, Function<RuleChainId, Optional<String>> chainNames) {
        List<RuleNodeDocument> nodes = new ArrayList<>();
        json.objects("nodes").forEach(node -> nodes.add(node(node)));
        List<ConnectionDocument> connections = new ArrayList<>();
        for (JsonProperties connection : json.objects("connections")) {
            connections.add(connection(connection, connection.requiredIndex("toIndex")));
        }
        for (JsonProperties legacy : json.objects("ruleChainConnections")) {
            connections.add(connection(legacy, nodes.size()));
            nodes.add(ruleChainNode(legacy, chainNames));
        }
        return new RuleChainMetadata(
                json.id("ruleChainId", RuleChainId::new),
                json.number("version"),
                json.index("firstNodeIndex"),
                nodes,
                connections);
    }

    private static ConnectionDocument connection(JsonProperties json, int toIndex) {
        return new ConnectionDocument(
                json.requiredIndex("fromIndex"), toIndex, json.textOr("type", ""));
    }

    private static RuleNodeDocument node(JsonProperties json) {
        Integer version = json.index("configurationVersion");
        JsonNode configuration = json.raw("configuration");
        return new RuleNodeDocument(
                json.id("id", RuleNodeId::new),
                json.number("createdTime"),
                json.id("ruleChainId", RuleChainId::new),
                json.textOr("type", ""),
                json.textOr("name", ""),
                debugSettings(json),
                json.flag("singletonMode"),
                json.text("queueName"),
                version == null ? 0 : version,
                configuration == null ? NullNode.getInstance() : configuration,
                json.id("externalId", RuleNodeId::new),
                json.raw("additionalInfo"));
    }

    /**
     * Reads the debug settings. The old flag {@code debugMode} means all events, for as long as the tenant is allowed
     * to.
     */
    private static @Nullable DebugSettings debugSettings(JsonProperties json) {
        if (json.raw("debugSettings") == null) {
            return json.flag("debugMode") ? new DebugSettings(true, true, 0) : null;
        }
        JsonProperties settings = json.object("debugSettings");
        Long until = settings.number("allEnabledUntil");
        return new DebugSettings(
                settings.flag("failuresEnabled"),
                settings.flag("allEnabled"),
                until == null ? 0 : until);
    }

    /**
     * Converts a connection of an old export that leads directly to another chain: a node that calls that chain
     * replaces it.
     */
    private static RuleNodeDocument ruleChainNode(
            JsonProperties legacy, Function<RuleChainId, Optional<String>> chainNames) {
        RuleChainId target = legacy.id("targetRuleChainId", RuleChainId::new);
        if (target == null) {
            throw new IllegalArgumentException(
                    legacy.pathOf("targetRuleChainId") + ": expected an id; there is none");
        }
        ObjectNode configuration =
                JSON.createObjectNode().put("ruleChainId", target.id().toString());
        return new RuleNodeDocument(
                null,
                null,
                null,
                RULE_CHAIN_NODE,
                chainNames.apply(target).orElse(NAME_OF_AN_UNKNOWN_CHAIN),
                null,
                false,
                null,
                0,
                configuration,
                null,
                layout(legacy.raw("additionalInfo")));
    }

    private static @Nullable JsonNode layout(@Nullable JsonNode additionalInfo) {
        if (!(additionalInfo instanceof ObjectNode info)) {
            return null;
        }
        ObjectNode layout = info.deepCopy();
        layout.remove(List.of("description", "ruleChainNodeId"));
        return layout;
    }
}
