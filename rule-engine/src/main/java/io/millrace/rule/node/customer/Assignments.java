// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.customer;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.OriginatorSequence;
import io.millrace.rule.store.EntityWrites;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Assigns the originators of messages. The messages of one originator are processed one after the other, so that the
 * assignment by the last one remains.
 */
final class Assignments {

    private static final Set<EntityType> ASSIGNABLE =
            EnumSet.of(EntityType.DEVICE, EntityType.ASSET, EntityType.ENTITY_VIEW);

    private final EntityWrites entities;
    private final OriginatorSequence sequence = new OriginatorSequence();

    Assignments(EntityWrites entities) {
        this.entities = entities;
    }

    /**
     * Assigns a message's originator; the message leaves unchanged.
     *
     * @param customer finds the customer; its result is null for none
     */
    NodeResult assign(
            RuleMessage message,
            NodeCall call,
            Supplier<CompletionStage<@Nullable CustomerId>> customer) {
        EntityType type = message.originator().type();
        if (!ASSIGNABLE.contains(type)) {
            return new NodeResult.Failed(
                    message,
                    "the originator must be a device, an asset or an entity view, not "
                            + type.normalName());
        }
        return new NodeResult.Later(
                sequence.then(
                        message.originator(),
                        () ->
                                customer.get()
                                        .thenCompose(found ->
                                                entities.assign(
                                                        message.tenant(),
                                                        message.originator(),
                                                        found,
                                                        call.lease()))
                                        .thenApply(_ -> NodeResult.success(message))));
    }

    /** Assigns a message's originator to no customer. */
    NodeResult unassign(RuleMessage message, NodeCall call) {
        return assign(message, call, () -> CompletableFuture.completedStage(null));
    }
}
