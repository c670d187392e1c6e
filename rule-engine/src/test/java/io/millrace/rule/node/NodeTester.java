// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import static java.util.Objects.requireNonNull;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.chain.ChainNode;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs a node as the engine would: waits for late answers and turns exceptions into failures. */
public final class NodeTester {

    /** The time stamp of {@link #telemetry}, in milliseconds since the epoch. */
    public static final long TS = 1_763_640_000_000L;

    public static final TenantId TENANT = new TenantId(TimeOrderedUuid.next());
    public static final DeviceId DEVICE = new DeviceId(TimeOrderedUuid.next());

    private static final JsonMapper JSON = JsonMapper.shared();

    private NodeTester() {}

    /** A node of a type, made by the catalogue out of a configuration of the current version. */
    public static RuleNode node(NodeDefinition<?> definition, String configuration) {
        return node(definition, configuration, definition.type().version());
    }

    /** A node of a type, made by the catalogue out of a configuration of some version. */
    public static RuleNode node(NodeDefinition<?> definition, String configuration, int version) {
        return node(definition, configuration, version, identity("a node"));
    }

    /** A node of a current configuration with an identity that the test knows. */
    public static RuleNode node(
            NodeDefinition<?> definition, String configuration, NodeIdentity identity) {
        return node(definition, configuration, definition.type().version(), identity);
    }

    private static RuleNode node(
            NodeDefinition<?> definition,
            String configuration,
            int version,
            NodeIdentity identity) {
        ChainNode node =
                new ChainNode(
                        identity.node(),
                        definition.type().id(),
                        identity.name(),
                        JSON.readTree(configuration),
                        version,
                        null);
        try {
            return NodeCatalogue.of(List.of(definition)).create(node, identity);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("the node did not start", e);
        }
    }

    /** A configuration of some version, brought up to the current one. */
    public static JsonNode upgraded(
            NodeDefinition<?> definition, String configuration, int version) {
        ChainNode node =
                new ChainNode(
                        identity("a node").node(),
                        definition.type().id(),
                        "a node",
                        JSON.readTree(configuration),
                        version,
                        null);
        return NodeCatalogue.of(List.of(definition)).upgraded(node).configuration();
    }

    /** The answer of a node. */
    public static NodeResult run(RuleNode node, RuleMessage message) {
        try {
            return settle(node.process(message), message);
        } catch (Exception e) {
            return NodeResult.failed(message, e);
        }
    }

    /** An answer that may have been late. */
    public static NodeResult settle(NodeResult result, RuleMessage message) {
        if (!(result instanceof NodeResult.Later(var answer))) {
            return result;
        }
        try {
            NodeResult settled =
                    answer.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
            return settle(settled, message);
        } catch (CompletionException e) {
            return NodeResult.failed(message, requireNonNull(e.getCause()));
        }
    }

    /** A node's identity with the given name. */
    public static NodeIdentity identity(String name) {
        return new NodeIdentity(
                TENANT,
                new RuleChainId(TimeOrderedUuid.next()),
                new RuleNodeId(TimeOrderedUuid.next()),
                name,
                null);
    }

    /** A telemetry message of {@link #DEVICE}. */
    public static RuleMessage telemetry(String json) {
        return message("POST_TELEMETRY_REQUEST", json);
    }

    /** A message of {@link #DEVICE}. */
    public static RuleMessage message(String type, String json, String... metadata) {
        return RuleMessage.of(
                TENANT, DEVICE.entity(), type, Metadata.of(metadata), Payload.ofText(json), TS);
    }
}
