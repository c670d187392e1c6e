// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.related;

import io.millrace.message.MessageType;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.EntityWrites;
import io.millrace.rule.store.EntityWrites.Found;
import io.millrace.rule.store.EntityWrites.NewEntity;
import io.millrace.rule.store.MessageIntake;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds entities by their names for a node, and creates those that are missing. The rule chain of a created entity gets
 * a message {@code ENTITY_CREATED}.
 */
public final class MissingEntities {

    private final NodeIdentity node;
    private final Ports ports;

    /** The ports of nodes that create entities. */
    public record Ports(
            EntityStore entities, EntityWrites writes, MessageIntake intake, Clock clock) {}

    public MissingEntities(NodeIdentity node, Ports ports) {
        this.node = node;
        this.ports = ports;
    }

    /**
     * Returns the entity with a name, after creating it if there is none.
     *
     * @return completes when the entity is on disk and the message about its creation is safe
     */
    public CompletionStage<EntityId> findOrCreate(
            RuleMessage message, NewEntity entity, NodeCall call) {
        return ports.entities()
                .findByName(message.tenant(), entity.type(), entity.name())
                .thenCompose(found ->
                        found.<CompletionStage<EntityId>>map(CompletableFuture::completedStage)
                                .orElseGet(() -> create(message, entity, call)));
    }

    private CompletionStage<EntityId> create(RuleMessage message, NewEntity entity, NodeCall call) {
        return ports.writes()
                .findOrCreate(message.tenant(), entity, call.lease())
                .thenCompose(found -> announced(found, call));
    }

    private CompletionStage<EntityId> announced(Found found, NodeCall call) {
        ObjectNode created = found.created();
        if (created == null) {
            return CompletableFuture.completedStage(found.id());
        }
        RuleMessage event =
                node.event(
                        found.id(),
                        MessageType.ENTITY_CREATED,
                        Payload.of(created),
                        ports.clock().millis());
        return ports.intake().submit(event, call).thenApply(_ -> found.id());
    }
}
