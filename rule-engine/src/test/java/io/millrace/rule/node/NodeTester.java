// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Runs a node as the engine would: waits for late answers and turns exceptions into failures. */
public final class NodeTester {

    /** The time stamp of {@link #telemetry}, in milliseconds since the epoch. */
    public static final long TS = 1_763_640_000_000L;

    public static final TenantId TENANT = new TenantId(TimeOrderedUuid.next());
    public static final DeviceId DEVICE = new DeviceId(TimeOrderedUuid.next());

    private NodeTester() {}

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
            return NodeResult.failed(message, e.getCause());
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
