// SPDX-License-Identifier: Apache-2.0
package io.millrace.testkit;

import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.RuleNode;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs a node as the engine would: the catalogue creates it from its configuration as JSON, which is upgraded, bound
 * and checked; an exception is a failure; later answers are waited for. In addition, it checks the node against its
 * annotation: an undeclared label fails the test.
 */
public final class NodeUnderTest implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String NAME = "node under test";

    private final NodeDefinition<?> definition;
    private final RuleNode node;
    private final Duration patience;

    private NodeUnderTest(NodeDefinition<?> definition, RuleNode node, Duration patience) {
        this.definition = definition;
        this.node = node;
        this.patience = patience;
    }

    /** Creates a node with the configuration that the editor gives to a new one. */
    public static NodeUnderTest of(NodeDefinition<?> definition) {
        return of(definition, defaults(definition));
    }

    /**
     * Creates a node with a configuration of the current version.
     *
     * @param configuration a JSON object
     * @throws InvalidConfigurationException if it cannot work; the message names the fields
     */
    public static NodeUnderTest of(NodeDefinition<?> definition, String configuration) {
        return of(definition, configuration, definition.type().version());
    }

    /**
     * Creates a node with a configuration of an older version, as a stored chain may contain it.
     *
     * @throws InvalidConfigurationException if it cannot work; the message names the fields
     */
    public static NodeUnderTest of(
            NodeDefinition<?> definition, String configuration, int version) {
        ChainNode node = chainNode(definition, configuration, version);
        NodeIdentity identity =
                new NodeIdentity(
                        TestMessages.TENANT,
                        new RuleChainId(TimeOrderedUuid.next()),
                        node.id(),
                        NAME,
                        null);
        try {
            RuleNode made = NodeCatalogue.of(List.of(definition)).create(node, identity);
            return new NodeUnderTest(definition, made, PATIENCE);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("the node cannot start: " + e.getMessage(), e);
        }
    }

    /** Returns the configuration that the editor gives to a new node, as JSON. */
    public static String defaults(NodeDefinition<?> definition) {
        return NodeCatalogue.of(List.of(definition)).defaultsOf(definition).toString();
    }

    /** Returns a configuration of an older version after the node's upgrade. */
    public static JsonNode upgraded(
            NodeDefinition<?> definition, String configuration, int version) {
        return NodeCatalogue.of(List.of(definition))
                .upgraded(chainNode(definition, configuration, version))
                .configuration();
    }

    private static ChainNode chainNode(
            NodeDefinition<?> definition, String configuration, int version) {
        return new ChainNode(
                new RuleNodeId(TimeOrderedUuid.next()),
                definition.type().id(),
                NAME,
                JsonMapper.shared().readTree(configuration),
                version,
                null);
    }

    /** Returns the same node with another time limit for answers instead of ten seconds. */
    public NodeUnderTest waiting(Duration newPatience) {
        return new NodeUnderTest(definition, node, newPatience);
    }

    /**
     * Sends the node a message and waits for its answer.
     *
     * @throws AssertionError if none arrives in time, or the node uses a label that it does not declare
     */
    public Answer send(RuleMessage message) {
        try {
            return offer(message).get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("the node gave no answer within " + patience, e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AssertionError undeclared) {
                throw undeclared;
            }
            throw new AssertionError("the node's answer cannot be read", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while the node had a message", e);
        }
    }

    /**
     * Sends the node a message and does not wait, for tests of the time before the answer.
     *
     * @return completes with the answer; fails with an {@link AssertionError} as {@link #send} does
     */
    public CompletableFuture<Answer> offer(RuleMessage message) {
        return process(message)
                .thenApply(this::checked)
                .thenApply(Answer::of)
                .toCompletableFuture();
    }

    private CompletionStage<NodeResult> process(RuleMessage message) {
        try {
            @Nullable NodeResult result = node.process(message, new Call(message));
            return result instanceof NodeResult.Later(CompletionStage<NodeResult> answer)
                    ? answer.handle((late, error) -> settled(message, late, error))
                    : CompletableFuture.completedStage(settled(message, result, null));
        } catch (Exception e) {
            return CompletableFuture.completedStage(settled(message, null, e));
        }
    }

    /** As in the engine, null and a second {@code Later} count as a missing answer. */
    private static NodeResult settled(
            RuleMessage message, @Nullable NodeResult result, @Nullable Throwable error) {
        if (error != null) {
            return NodeResult.failed(message, error);
        }
        return result == null || result instanceof NodeResult.Later
                ? new NodeResult.Failed(message, "the node gave no answer")
                : result;
    }

    private NodeResult checked(NodeResult result) {
        if (result instanceof NodeResult.Next(Set<String> labels, RuleMessage _)
                && !definition.type().customLabels()) {
            Set<String> undeclared = new TreeSet<>(labels);
            List<String> declared = List.of(definition.type().labels());
            declared.forEach(undeclared::remove);
            undeclared.remove(NodeResult.FAILURE);
            if (!undeclared.isEmpty()) {
                throw new AssertionError(
                        "expected a label that @NodeType declares, one of %s, the node used %s"
                                .formatted(declared, undeclared));
            }
        }
        return result;
    }

    /** Closes the node as the engine does after its last message. */
    @Override
    public void close() {
        node.close();
    }

    private record Call(RuleMessage message) implements NodeCall {

        @Override
        public @Nullable Lease lease() {
            return null;
        }

        @Override
        public String idempotencyKey() {
            return "test-" + message.id();
        }

        @Override
        public UUID deliveredMessage() {
            return message.id();
        }

        @Override
        public @Nullable EntryPoint entryBehind(String label) {
            return null;
        }
    }
}
