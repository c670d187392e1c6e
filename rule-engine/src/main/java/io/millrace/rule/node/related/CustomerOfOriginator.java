// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.related;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.EntityStore.Entity;
import java.util.EnumSet;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Finds the customer that a message's originator is assigned to now; for a customer, the customer itself. */
public final class CustomerOfOriginator {

    private static final Set<EntityType> ASSIGNABLE =
            EnumSet.of(EntityType.USER, EntityType.ASSET, EntityType.DEVICE);

    private final EntityStore entities;

    public CustomerOfOriginator(EntityStore entities) {
        this.entities = entities;
    }

    /**
     * Returns the customer.
     *
     * @return fails if the originator is of a type that has no customer, does not exist, or is not assigned to a
     *     customer
     */
    public CompletionStage<CustomerId> of(RuleMessage message) {
        EntityId originator = message.originator();
        if (originator.type() == EntityType.CUSTOMER) {
            return CompletableFuture.completedStage(new CustomerId(originator.id()));
        }
        if (!ASSIGNABLE.contains(originator.type())) {
            return CompletableFuture.failedStage(
                    new IllegalArgumentException(
                            "the originator must be a customer, a user, an asset or a device, not "
                                    + originator));
        }
        return entities.find(message.tenant(), originator)
                .thenApply(found ->
                        found.map(Entity::customer)
                                .orElseThrow(() ->
                                        new NoSuchElementException(
                                                "there is no customer of %s %s"
                                                        .formatted(
                                                                originator.type().normalName(),
                                                                originator.id()))));
    }
}
