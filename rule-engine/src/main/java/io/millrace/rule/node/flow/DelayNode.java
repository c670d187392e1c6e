// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.flow;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.EffectNode;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.Template;
import io.millrace.rule.store.PendingMessages.Bound;
import io.millrace.rule.store.PendingMessages.Pending;
import io.millrace.rule.store.PendingMessages.Site;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Delays messages. They wait on disk and hold no place: their deliveries end when they start to wait, and new ones
 * start when they are due. ThingsBoard loses them at a restart or a change of the chain; here they are kept.
 */
@NodeType(
        id = "flow.delay",
        alias = "org.thingsboard.rule.engine.delay.TbMsgDelayNode",
        group = NodeGroup.ACTION,
        name = "delay",
        description = "Delays each message for a time.",
        effect = true,
        waitsForStore = true)
public final class DelayNode implements EffectNode {

    private static final Configuration DEFAULTS = new Configuration(60, 1_000, null, false);

    private final Configuration configuration;
    private final @Nullable Template pattern;
    private final PendingSites sites;

    private DelayNode(Configuration configuration, PendingSites sites) {
        this.configuration = configuration;
        String periodPattern = configuration.periodInSecondsPattern();
        this.pattern =
                configuration.useMetadataPeriodInSecondsPatterns() && periodPattern != null
                        ? Template.of(periodPattern)
                        : null;
        this.sites = sites;
    }

    /**
     * Configuration of the node.
     *
     * @param periodInSeconds how long a message waits
     * @param maxPendingMsgs how many may wait at once in the node
     * @param periodInSecondsPattern template of the number of seconds, or null
     * @param useMetadataPeriodInSecondsPatterns whether the template is used instead of the fixed period
     */
    public record Configuration(
            @Min(0) @JsonPropertyDescription("Delay in seconds.") int periodInSeconds,
            @Min(1)
                    @Max(100_000)
                    @JsonPropertyDescription("How many messages may wait in the node at once.")
                    int maxPendingMsgs,
            @JsonPropertyDescription("Template whose value is the number of seconds.")
                    @Nullable String periodInSecondsPattern,
            @JsonPropertyDescription("Whether the template is used instead of the fixed period.")
                    boolean useMetadataPeriodInSecondsPatterns) {}

    /** Returns the definition of this node type, with the given store for waiting messages. */
    public static NodeDefinition<Configuration> definition(PendingSites.Ports ports) {
        return NodeDefinition.of(
                DelayNode.class,
                DEFAULTS,
                (configuration, node) ->
                        new DelayNode(configuration, new PendingSites(ports, node)));
    }

    @Override
    public NodeResult process(RuleMessage message, NodeCall call) {
        if (PendingSites.isDue(message)) {
            return sites.whenDue(message, (site, waiting) -> release(site, waiting, call));
        }
        return sites.park(
                message,
                sites.now() + TimeUnit.SECONDS.toMillis(secondsFor(message)),
                new Bound(configuration.maxPendingMsgs(), Integer.MAX_VALUE),
                call);
    }

    private long secondsFor(RuleMessage message) {
        if (pattern == null) {
            return configuration.periodInSeconds();
        }
        String text = pattern.resolve(message);
        try {
            return Math.max(0, Integer.parseInt(text.strip()));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "\"%s\" must become a number of seconds, not \"%s\"".formatted(pattern, text),
                    e);
        }
    }

    private CompletionStage<Void> release(Site site, List<Pending> waiting, NodeCall call) {
        long now = sites.now();
        CompletionStage<Void> released = CompletableFuture.completedStage(null);
        for (Pending pending : waiting) {
            if (pending.dueAt() <= now) {
                released =
                        released.thenCompose(_ ->
                                sites.release(
                                        site, pending.message(), List.of(pending.id()), call));
            }
        }
        return released;
    }
}
