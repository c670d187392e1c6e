// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.flow;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TimeOrderedUuid;
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
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptConfiguration;
import io.millrace.rule.script.ScriptLanguage;
import io.millrace.rule.script.Scripts;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.PendingMessages.Bound;
import io.millrace.rule.store.PendingMessages.Pending;
import io.millrace.rule.store.PendingMessages.Site;
import io.millrace.rule.store.StoreException;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Creates a message by a script, periodically. The next tick waits in the database ({@link GeneratorTick}): it is stored
 * with the chain, and each tick stores the next one. A period during which no instance ran is skipped.
 */
@NodeType(
        id = "action.generator",
        alias = "org.thingsboard.rule.engine.debug.TbMsgGeneratorNode",
        group = NodeGroup.ACTION,
        name = "generator",
        description = "Creates messages by a script, periodically.",
        version = 2,
        effect = true,
        waitsForStore = true,
        source = true,
        choosesQueue = true)
public final class GeneratorNode implements EffectNode {

    private static final String DEFAULT_SCRIPT =
            """
            var msg = { temp: 42, humidity: 77 };
            var metadata = { data: 40 };
            var msgType = "POST_TELEMETRY_REQUEST";
            return { msg: msg, metadata: metadata, msgType: msgType };
            """;
    private static final Configuration DEFAULTS =
            new Configuration(
                    0,
                    1,
                    EntityType.RULE_NODE,
                    null,
                    ScriptLanguage.TBEL,
                    DEFAULT_SCRIPT,
                    DEFAULT_SCRIPT);
    private static final Set<EntityType> ORIGINATORS =
            EnumSet.of(
                    EntityType.DEVICE,
                    EntityType.ASSET,
                    EntityType.ENTITY_VIEW,
                    EntityType.TENANT,
                    EntityType.CUSTOMER,
                    EntityType.USER,
                    EntityType.DASHBOARD,
                    EntityType.EDGE,
                    EntityType.RULE_NODE);

    /** Pause before a message is sent again for which the queue had no room. */
    private static final Duration NO_ROOM_PAUSE = Duration.ofSeconds(10);

    /** A running generator and one that was just saved have a tick each. */
    private static final Bound BOUND = new Bound(Integer.MAX_VALUE, 10);

    private static final Comparator<Pending> BY_NUMBER =
            Comparator.comparingLong(GeneratorTick::number);

    private final Configuration configuration;
    private final NodeIdentity node;
    private final EntityId originator;
    private final Script script;
    private final EntityStore entities;
    private final PendingSites.Ports ports;
    private final OriginatorSequence sequence = new OriginatorSequence();

    /** The message that was sent last. It is not sent again when the ticks before it could not be removed. */
    private volatile @Nullable UUID lastSent;

    private GeneratorNode(
            Configuration configuration,
            NodeIdentity node,
            EntityId originator,
            Script script,
            EntityStore entities,
            PendingSites.Ports ports) {
        this.configuration = configuration;
        this.node = node;
        this.originator = originator;
        this.script = script;
        this.entities = entities;
        this.ports = ports;
    }

    /**
     * Configuration of the node.
     *
     * @param msgCount how many messages are created; 0: without end
     * @param periodInSeconds the time between two messages
     * @param originatorType type of the messages' originator; null: this node
     * @param originatorId its id; not used for the node and the tenant
     * @param scriptLang language of the script; null: JavaScript
     * @param tbelScript script in TBEL
     * @param jsScript script in JavaScript
     */
    public record Configuration(
            @Min(0) @JsonPropertyDescription("How many messages are created; 0: without end.")
                    int msgCount,
            @Min(1) @Max(86_400 * 31) @JsonPropertyDescription("Seconds between two messages.")
                    int periodInSeconds,
            @JsonPropertyDescription("Type of the messages' originator.")
                    @Nullable EntityType originatorType,
            @JsonPropertyDescription(
                            "Id of the originator; not used for RULE_NODE, which is this node, and TENANT.")
                    @Nullable String originatorId,
            @JsonPropertyDescription("Language of the script.") @Nullable ScriptLanguage scriptLang,
            @JsonPropertyDescription(
                            "Body of a function in TBEL of prevMsg, prevMetadata and prevMsgType, the message before.")
                    @Nullable String tbelScript,
            @JsonPropertyDescription(
                            "Body of a function in JavaScript of prevMsg, prevMetadata and prevMsgType, the message before.")
                    @Nullable String jsScript) {

        private EntityId originator(NodeIdentity node) {
            EntityType type = originatorType == null ? EntityType.RULE_NODE : originatorType;
            if (!ORIGINATORS.contains(type)) {
                throw new InvalidConfigurationException(
                        "originatorType: %s cannot be the originator of generated messages"
                                .formatted(type));
            }
            EntityId found =
                    GeneratorTick.originator(
                            type.name(),
                            originatorId == null ? "" : originatorId,
                            node.tenant(),
                            node.node().entity());
            if (found == null || found.type() != type) {
                throw new InvalidConfigurationException(
                        "originatorId: must be the id of an entity, not \"%s\""
                                .formatted(originatorId));
            }
            return found;
        }

        private Script compile(Scripts scripts) {
            return scriptLang == ScriptLanguage.TBEL
                    ? ScriptConfiguration.compile(
                            scripts,
                            ScriptLanguage.TBEL,
                            "tbelScript",
                            tbelScript,
                            ArgumentNames.PREVIOUS)
                    : ScriptConfiguration.compile(
                            scripts,
                            ScriptLanguage.JS,
                            "jsScript",
                            jsScript,
                            ArgumentNames.PREVIOUS);
        }
    }

    /** Returns the definition of this node type. */
    public static NodeDefinition<Configuration> definition(
            Scripts scripts, EntityStore entities, PendingSites.Ports ports) {
        return NodeDefinition.of(
                GeneratorNode.class,
                DEFAULTS,
                upgrade(),
                (configuration, node) ->
                        new GeneratorNode(
                                configuration,
                                node,
                                configuration.originator(node),
                                configuration.compile(scripts),
                                entities,
                                ports));
    }

    private static ConfigurationUpgrade upgrade() {
        return (from, configuration) -> {
            if (from < 1) {
                configuration.remove("queueName");
            }
            JsonNode type = configuration.path("originatorType");
            if (type.isMissingNode()
                    || type.isNull()
                    || configuration.path("originatorId").asString("").isBlank()) {
                configuration.put("originatorType", EntityType.RULE_NODE.name());
            }
        };
    }

    @Override
    public NodeResult process(RuleMessage message, NodeCall call) {
        if (!PendingSites.isDue(message)) {
            return new NodeResult.Failed(
                    message, "a generator creates messages and takes none from other nodes");
        }
        Site site = new Site(node.tenant(), node.chain(), node.node(), message.originator());
        return new NodeResult.Later(
                sequence.then(
                        message.originator(),
                        () ->
                                ports.pending()
                                        .find(site)
                                        .thenCompose(waiting -> tick(site, waiting, call))));
    }

    private CompletionStage<NodeResult> tick(Site site, List<Pending> waiting, NodeCall call) {
        Optional<Pending> latest = waiting.stream().max(BY_NUMBER);
        if (latest.isEmpty()) {
            return ended();
        }
        Pending tick = latest.get();
        List<Pending> former =
                waiting.stream().filter(each -> !each.id().equals(tick.id())).toList();
        if (former.stream().anyMatch(each -> GeneratorTick.isMadeBy(each, tick.message()))) {
            return send(site, former, tick.message(), call)
                    .thenCompose(sent -> sent ? tick(site, List.of(tick), call) : ended());
        }
        if (!site.originator().equals(originator) || isLast(tick)) {
            return remove(site, waiting, call).thenCompose(_ -> ended());
        }
        if (tick.dueAt() > ports.clock().millis()) {
            return remove(site, former, call).thenCompose(_ -> ended());
        }
        return generated(tick)
                .handle((made, error) ->
                        error == null
                                ? succeeded(site, waiting, tick, made, call)
                                : failed(site, waiting, tick, error, call))
                .thenCompose(Function.identity());
    }

    /**
     * The message is stored with the next tick before it is sent, and the ticks before that one are removed after it was
     * sent. So a message that is stored but not sent is found by the tick that made it.
     */
    private CompletionStage<NodeResult> succeeded(
            Site site, List<Pending> waiting, Pending tick, RuleMessage made, NodeCall call) {
        return store(site, tick, made, call)
                .thenCompose(_ -> send(site, waiting, made, call))
                .thenCompose(_ -> ended());
    }

    /** The former message goes to Failure, and the generator goes on. */
    private CompletionStage<NodeResult> failed(
            Site site, List<Pending> waiting, Pending tick, Throwable error, NodeCall call) {
        RuleMessage message = tick.message();
        return store(site, tick, message, call)
                .thenCompose(_ -> remove(site, waiting, call))
                .thenApply(_ ->
                        NodeResult.failed(
                                message.withId(TimeOrderedUuid.next()).withQueue(node.queueName()),
                                error));
    }

    private boolean isLast(Pending tick) {
        return configuration.msgCount() > 0
                && GeneratorTick.number(tick) >= configuration.msgCount();
    }

    private CompletionStage<RuleMessage> generated(Pending tick) {
        return originatorExists()
                .thenCompose(exists -> {
                    if (!exists) {
                        throw new IllegalStateException(
                                "the originator %s does not exist".formatted(originator));
                    }
                    return script.generate(tick.message())
                            .thenApply(
                                    made -> GeneratorTick.made(tick, made, ports.clock().millis()));
                });
    }

    private CompletionStage<Boolean> originatorExists() {
        return originator.type() == EntityType.RULE_NODE || originator.type() == EntityType.TENANT
                ? CompletableFuture.completedStage(true)
                : entities.find(node.tenant(), originator).thenApply(Optional::isPresent);
    }

    /** Stores the next tick with the message that was made last. */
    private CompletionStage<Void> store(
            Site site, Pending tick, RuleMessage message, NodeCall call) {
        return ports.pending()
                .add(
                        site,
                        GeneratorTick.id(node.node().id(), GeneratorTick.number(tick) + 1),
                        message,
                        dueAfter(tick),
                        BOUND,
                        call.lease())
                .thenAccept(stored -> {
                    if (!stored) {
                        throw new StoreException("there is no room for the next tick");
                    }
                });
    }

    /**
     * Sends a stored message, and then removes the ticks before it. Without room in the queue it is sent later.
     *
     * @return whether it was sent
     */
    private CompletionStage<Boolean> send(
            Site site, List<Pending> former, RuleMessage message, NodeCall call) {
        return submit(message, call)
                .thenCompose(sent ->
                        (sent ? remove(site, former, call) : postpone(site, former, call))
                                .thenApply(_ -> sent));
    }

    private CompletionStage<Boolean> submit(RuleMessage message, NodeCall call) {
        if (message.id().equals(lastSent)) {
            return CompletableFuture.completedStage(true);
        }
        return ports.intake()
                .submit(
                        message.withQueue(node.queueName())
                                .withEntry(call.entryBehind(NodeResult.SUCCESS)))
                .handle((_, refusal) -> {
                    if (refusal == null) {
                        lastSent = message.id();
                    }
                    return refusal == null;
                });
    }

    /** The next time of the grid; after a longer pause the grid begins anew. */
    private long dueAfter(Pending tick) {
        long period = TimeUnit.SECONDS.toMillis(configuration.periodInSeconds());
        long now = ports.clock().millis();
        long next = tick.dueAt() + period;
        return next > now - period ? next : now + period;
    }

    private CompletionStage<Void> remove(Site site, List<Pending> ticks, NodeCall call) {
        return ticks.isEmpty()
                ? CompletableFuture.completedStage(null)
                : ports.pending().remove(site, ids(ticks), call.lease());
    }

    private CompletionStage<Void> postpone(Site site, List<Pending> ticks, NodeCall call) {
        long later = ports.clock().millis() + NO_ROOM_PAUSE.toMillis();
        return ports.pending().postpone(site, ids(ticks), later, call.lease());
    }

    private static List<UUID> ids(List<Pending> ticks) {
        return ticks.stream().map(Pending::id).toList();
    }

    private static CompletionStage<NodeResult> ended() {
        return CompletableFuture.completedStage(new NodeResult.Ended());
    }

    @Override
    public void close() {
        script.close();
    }
}
