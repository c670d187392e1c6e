// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.related;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.store.EntityStore;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletionStage;

/** Finds entities of a message's tenant by their names. */
public final class NamedEntities {

    private final EntityStore entities;

    public NamedEntities(EntityStore entities) {
        this.entities = entities;
    }

    /**
     * Returns the entity of a type with exactly that name: a customer's title, a user's email address.
     *
     * @return fails if there is none
     */
    public CompletionStage<EntityId> require(RuleMessage message, EntityType type, String name) {
        return entities.findByName(message.tenant(), type, name)
                .thenApply(found ->
                        found.orElseThrow(() ->
                                new NoSuchElementException(
                                        "there is no %s with the name \"%s\""
                                                .formatted(type.normalName(), name))));
    }
}
