// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.flow;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.store.PendingMessages.Pending;
import io.millrace.rule.store.PendingMessages.Site;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The next tick of a generator. It waits in the database like a delayed message, so it is processed by the owner of its
 * originator's partition, once in a cluster, and survives the end of a process. Its message is the one that was
 * generated last; its id holds the number of ticks before it. The id of a generated message tells at which tick it was
 * made.
 */
public final class GeneratorTick {

    private static final NodeType TYPE = typeOfGenerator();
    private static final int DEFAULT_PERIOD = 1;

    private GeneratorTick() {}

    private static NodeType typeOfGenerator() {
        NodeType type = GeneratorNode.class.getAnnotation(NodeType.class);
        if (type == null) {
            throw new IllegalStateException("the generator lacks @NodeType");
        }
        return type;
    }

    /** A tick that has to be stored with a saved chain. */
    public record First(Site site, Pending tick) {}

    /**
     * Returns the first tick of a node that was saved, if it is a generator whose originator is known. A generator that
     * runs already has a later tick, which counts instead of this one.
     *
     * @param now milliseconds since the epoch
     */
    public static Optional<First> first(
            TenantId tenant, RuleChainId chain, RuleNodeDocument node, long now) {
        boolean isGenerator = node.type().equals(TYPE.id()) || node.type().equals(TYPE.alias());
        if (!isGenerator || node.id() == null) {
            return Optional.empty();
        }
        JsonNode configuration = node.configuration();
        EntityId originator =
                originator(
                        configuration.path("originatorType").asString(""),
                        configuration.path("originatorId").asString(""),
                        tenant,
                        node.id().entity());
        if (originator == null) {
            return Optional.empty();
        }
        int period = Math.max(1, configuration.path("periodInSeconds").asInt(DEFAULT_PERIOD));
        RuleMessage nothing =
                RuleMessage.of(tenant, originator, "", Metadata.EMPTY, Payload.EMPTY_OBJECT, now);
        return Optional.of(
                new First(
                        new Site(tenant, chain, node.id(), originator),
                        new Pending(
                                id(node.id().id(), 0),
                                nothing,
                                now + TimeUnit.SECONDS.toMillis(period))));
    }

    /**
     * Returns the originator of generated messages, or null if the configuration names none. Without a type or an id it
     * is the node, as in configurations before version 2.
     */
    static @Nullable EntityId originator(String type, String id, TenantId tenant, EntityId node) {
        try {
            return switch (type) {
                case "", "RULE_NODE" -> node;
                case "TENANT" -> tenant.entity();
                default ->
                        id.isBlank()
                                ? node
                                : new EntityId(EntityType.valueOf(type), UUID.fromString(id));
            };
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    /** Returns the id of the tick that comes after a number of others. */
    static UUID id(UUID node, long before) {
        return new UUID(node.getMostSignificantBits(), before);
    }

    /** Returns the number of ticks before this one. */
    static long number(Pending tick) {
        return tick.id().getLeastSignificantBits();
    }

    /**
     * Returns a message that was made at a tick.
     *
     * @param content what the script has made of the message before
     * @param now milliseconds since the epoch
     */
    static RuleMessage made(Pending tick, RuleMessage content, long now) {
        return RuleMessage.of(
                        content.tenant(),
                        content.originator(),
                        content.type(),
                        content.metadata(),
                        content.payload(),
                        now)
                .withId(new UUID(TimeOrderedUuid.at(now).getMostSignificantBits(), markOf(tick)));
    }

    /** True if a message was made at this tick. */
    static boolean isMadeBy(Pending tick, RuleMessage message) {
        return message.id().getLeastSignificantBits() == markOf(tick);
    }

    /** The second half of the id of the message that this tick makes. */
    private static long markOf(Pending tick) {
        String source = tick.id() + " " + tick.message().id();
        return UUID.nameUUIDFromBytes(source.getBytes(StandardCharsets.UTF_8))
                .getLeastSignificantBits();
    }
}
