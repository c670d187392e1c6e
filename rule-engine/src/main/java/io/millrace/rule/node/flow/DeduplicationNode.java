// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.flow;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.EntryPoint;
import io.millrace.message.MalformedPayloadException;
import io.millrace.message.MessageJson;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.node.ConfigurationUpgrade;
import io.millrace.rule.node.EffectNode;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.store.PendingMessages.Bound;
import io.millrace.rule.store.PendingMessages.Pending;
import io.millrace.rule.store.PendingMessages.Site;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reduces all messages that an originator sends in an interval to one. Waiting messages are on disk: a restart or a
 * move of the partition loses nothing. A result for which the queue has no room waits on, where ThingsBoard would drop
 * it after a few attempts.
 */
@NodeType(
        id = "transform.deduplication",
        alias = "org.thingsboard.rule.engine.deduplication.TbMsgDeduplicationNode",
        group = NodeGroup.TRANSFORMATION,
        name = "deduplication",
        description =
                "Passes one message of each originator in each interval: the first, the last, or all in one.",
        version = 1,
        effect = true,
        waitsForStore = true,
        choosesQueue = true)
public final class DeduplicationNode implements EffectNode {

    private static final Configuration DEFAULTS =
            new Configuration(60, Strategy.FIRST, null, 100, 3);
    private static final ConfigurationUpgrade UPGRADE =
            (_, configuration) -> configuration.remove("queueName");
    private static final JsonMapper JSON = MessageJson.MAPPER;

    /** The type that ThingsBoard gives a merged message if none is configured. */
    private static final String NO_TYPE = "NA";

    private static final Comparator<Pending> BY_TIME =
            Comparator.comparingLong(pending -> pending.message().metadataTs());

    private final Configuration configuration;
    private final @Nullable String queue;
    private final PendingSites sites;

    private DeduplicationNode(Configuration configuration, NodeIdentity node, PendingSites sites) {
        this.configuration = configuration;
        this.queue = node.queueName();
        this.sites = sites;
    }

    /** Which message is the result of an interval. */
    public enum Strategy {
        /** The one with the earliest time. */
        FIRST,
        /** The one with the latest time. */
        LAST,
        /** A new one that contains all. */
        ALL
    }

    /**
     * Configuration of the node.
     *
     * @param interval length of an interval in seconds
     * @param outMsgType type of a message that contains all, or null: {@code NA}
     * @param maxPendingMsgs how many messages of an originator may wait
     * @param maxRetries kept for chains that are exported again; a result waits until the queue has room, without a
     *     limit of retries
     */
    public record Configuration(
            @Min(1) @Max(86_400 * 31) @JsonPropertyDescription("Length of the interval in seconds.")
                    int interval,
            @NotNull @JsonPropertyDescription("Which message is the result of the interval.")
                    Strategy strategy,
            @JsonPropertyDescription(
                            "Type of the message that contains all messages of an interval.")
                    @Nullable String outMsgType,
            @Min(1)
                    @Max(10_000)
                    @JsonPropertyDescription("How many messages of an originator may wait.")
                    int maxPendingMsgs,
            @JsonPropertyDescription("Not used: a result waits until the queue has room for it.")
                    int maxRetries) {}

    /** Returns the definition of this node type, with the given store for waiting messages. */
    public static NodeDefinition<Configuration> definition(PendingSites.Ports ports) {
        return NodeDefinition.of(
                DeduplicationNode.class,
                DEFAULTS,
                UPGRADE,
                (configuration, node) ->
                        new DeduplicationNode(configuration, node, new PendingSites(ports, node)));
    }

    @Override
    public NodeResult process(RuleMessage message, NodeCall call) {
        if (PendingSites.isDue(message)) {
            return sites.whenDue(message, (site, waiting) -> release(site, waiting, call));
        }
        return sites.park(
                message,
                sites.now() + interval().toMillis(),
                new Bound(Integer.MAX_VALUE, configuration.maxPendingMsgs()),
                call);
    }

    private Duration interval() {
        return Duration.ofSeconds(configuration.interval());
    }

    /** Sends the result of each interval that is over; messages that are due too early wait for one more interval. */
    private CompletionStage<Void> release(Site site, List<Pending> waiting, NodeCall call) {
        List<Pending> left = new ArrayList<>(waiting);
        CompletionStage<Void> released = CompletableFuture.completedStage(null);
        for (List<Pending> pack = nextPack(left); !pack.isEmpty(); pack = nextPack(left)) {
            List<Pending> whole = pack;
            released =
                    released.thenCompose(_ ->
                            sites.release(
                                    site,
                                    resultOf(whole),
                                    whole.stream().map(Pending::id).toList(),
                                    call));
        }
        long now = sites.now();
        return released.thenCompose(_ ->
                sites.postpone(
                        site,
                        left.stream()
                                .filter(pending -> pending.dueAt() <= now)
                                .map(Pending::id)
                                .toList(),
                        interval(),
                        call));
    }

    /** Removes and returns the messages of the earliest interval, if it is over. */
    private List<Pending> nextPack(List<Pending> left) {
        if (left.isEmpty()) {
            return List.of();
        }
        long begin = left.stream().min(BY_TIME).orElseThrow().message().metadataTs();
        long end = begin + interval().toMillis();
        if (end > sites.now()) {
            return List.of();
        }
        List<Pending> pack =
                left.stream().filter(pending -> pending.message().metadataTs() < end).toList();
        left.removeAll(pack);
        return pack;
    }

    private RuleMessage resultOf(List<Pending> pack) {
        RuleMessage first = pack.getFirst().message();
        RuleMessage result =
                switch (configuration.strategy()) {
                    case LAST -> lastOf(pack);
                    case ALL -> merged(pack, first.entry());
                    case FIRST -> pack.stream().min(BY_TIME).orElseThrow().message();
                };
        RuleMessage named = result.withId(TimeOrderedUuid.next());
        return queue == null ? named : named.withQueue(queue);
    }

    /**
     * Returns the message with the latest time; of several with the same time the one that arrived first, as in
     * ThingsBoard.
     */
    private static RuleMessage lastOf(List<Pending> pack) {
        Pending last = pack.getFirst();
        for (Pending pending : pack) {
            if (BY_TIME.compare(pending, last) > 0) {
                last = pending;
            }
        }
        return last.message();
    }

    private RuleMessage merged(List<Pending> pack, @Nullable EntryPoint entry) {
        ArrayNode all = JSON.createArrayNode();
        for (Pending pending : pack) {
            ObjectNode one = all.addObject();
            try {
                one.set("msg", pending.message().payload().json());
            } catch (MalformedPayloadException _) {
                one.put("msg", pending.message().payload().text());
            }
            one.set("metadata", JSON.valueToTree(pending.message().metadata().values()));
        }
        RuleMessage first = pack.getFirst().message();
        String type = configuration.outMsgType();
        return RuleMessage.of(
                        first.tenant(),
                        first.originator(),
                        type == null ? NO_TYPE : type,
                        Metadata.of(Map.of("ts", Long.toString(sites.now()))),
                        Payload.ofText(JSON.writeValueAsString(all)),
                        sites.now())
                .withEntry(entry);
    }
}
