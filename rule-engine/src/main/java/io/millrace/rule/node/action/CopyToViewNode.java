// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import io.millrace.message.MessageType;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TelemetryJson;
import io.millrace.rule.node.EffectNode;
import io.millrace.rule.node.EmptyConfiguration;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.OriginatorSequence;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.EntityViews;
import io.millrace.rule.store.EntityViews.View;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Copies changes of attributes to the entity views of the originator. When all are on disk, one message for each view
 * leaves by {@code Success}. The messages of one originator are processed one after the other, so that the last values
 * remain.
 */
@NodeType(
        id = "action.copy-to-view",
        alias = "org.thingsboard.rule.engine.action.TbCopyAttributesToEntityViewNode",
        group = NodeGroup.ACTION,
        name = "copy to view",
        description =
                "Copies changed attributes to the entity views of the originator, and deletes there what was deleted."
                        + " For each view whose time contains the current one, a message leaves.",
        effect = true,
        waitsForStore = true)
public final class CopyToViewNode implements EffectNode {

    private static final Set<String> CHANGES =
            Set.of(
                    MessageType.POST_ATTRIBUTES_REQUEST.name(),
                    MessageType.ATTRIBUTES_UPDATED.name(),
                    MessageType.ATTRIBUTES_DELETED.name(),
                    MessageType.ACTIVITY_EVENT.name(),
                    MessageType.INACTIVITY_EVENT.name());

    private final EntityViews views;
    private final AttributeStore store;
    private final Clock clock;
    private final OriginatorSequence sequence = new OriginatorSequence();

    private CopyToViewNode(EntityViews views, AttributeStore store, Clock clock) {
        this.views = views;
        this.store = store;
        this.clock = clock;
    }

    /** Returns the definition of this node type. */
    public static NodeDefinition<EmptyConfiguration> definition(
            EntityViews views, AttributeStore store, Clock clock) {
        return NodeDefinition.of(
                CopyToViewNode.class,
                EmptyConfiguration.INSTANCE,
                (_, _) -> new CopyToViewNode(views, store, clock));
    }

    /** What a message changes in a view; the stage completes when that is on disk. */
    @FunctionalInterface
    private interface Change {

        CompletionStage<Void> applyTo(View view);
    }

    @Override
    public NodeResult process(RuleMessage message, NodeCall call) {
        if (!CHANGES.contains(message.type())) {
            return new NodeResult.Failed(
                    message,
                    "the message must be of type %s, not %s"
                            .formatted(
                                    CHANGES.stream().sorted().collect(Collectors.joining(", ")),
                                    message.type()));
        }
        Change change = changeOf(message, scopeOf(message), call);
        return new NodeResult.Later(
                sequence.then(
                        message.originator(),
                        () ->
                                views.of(message.tenant(), message.originator())
                                        .thenCompose(found -> applied(message, found, change))));
    }

    private static AttributeScope scopeOf(RuleMessage message) {
        if (message.type().equals(MessageType.POST_ATTRIBUTES_REQUEST.name())) {
            return AttributeScope.CLIENT_SCOPE;
        }
        String scope = message.metadata().get("scope");
        if (scope == null || scope.isEmpty()) {
            throw new IllegalArgumentException(
                    "metadata \"scope\" must be a scope of attributes, but is missing");
        }
        return MessageScope.of(message, AttributeScope.SERVER_SCOPE);
    }

    private Change changeOf(RuleMessage message, AttributeScope scope, NodeCall call) {
        if (message.type().equals(MessageType.ATTRIBUTES_DELETED.name())) {
            List<String> deleted = deletedKeys(message);
            return view ->
                    unlessEmpty(
                            deleted.stream().filter(view.keys(scope)::contains).toList(),
                            keys ->
                                    store.delete(
                                            message.tenant(),
                                            view.id().entity(),
                                            scope,
                                            keys,
                                            call.lease()));
        }
        List<KeyValue> attributes = TelemetryJson.attributes(message.payload());
        return view ->
                unlessEmpty(
                        attributes.stream()
                                .filter(attribute -> view.keys(scope).contains(attribute.key()))
                                .toList(),
                        values ->
                                store.save(
                                        message.tenant(),
                                        view.id().entity(),
                                        scope,
                                        values,
                                        clock.millis(),
                                        call.lease()));
    }

    private static <T> CompletionStage<Void> unlessEmpty(
            List<T> items, Function<List<T>, CompletionStage<Void>> write) {
        return items.isEmpty() ? CompletableFuture.completedStage(null) : write.apply(items);
    }

    private static List<String> deletedKeys(RuleMessage message) {
        JsonNode keys = message.payload().json().path("attributes");
        if (!keys.isArray()) {
            throw new IllegalArgumentException(
                    "payload.attributes: must be a JSON array of keys, not " + keys.getNodeType());
        }
        return keys.valueStream().map(key -> key.stringValue("")).toList();
    }

    private CompletionStage<NodeResult> applied(
            RuleMessage message, List<View> found, Change change) {
        long now = clock.millis();
        List<View> open = found.stream().filter(view -> view.window().contains(now)).toList();
        CompletableFuture<?>[] changes =
                open.stream()
                        .map(view -> change.applyTo(view).toCompletableFuture())
                        .toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(changes).thenApply(_ -> told(message, open));
    }

    private static NodeResult told(RuleMessage message, List<View> views) {
        if (views.isEmpty()) {
            return new NodeResult.Ended();
        }
        return new NodeResult.Several(
                views.stream()
                        .map(view ->
                                message.withId(TimeOrderedUuid.next())
                                        .withOriginator(view.id().entity()))
                        .toList());
    }
}
