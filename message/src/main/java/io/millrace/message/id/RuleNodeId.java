// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.id;

import java.util.Objects;
import java.util.UUID;

/** Id of a node in a rule chain. It stays the same over all versions of the chain that keep the node. */
public record RuleNodeId(UUID id) {

    public RuleNodeId {
        Objects.requireNonNull(id, "id");
    }

    /** Reads the textual form of a UUID; anything else is an {@link IllegalArgumentException}. */
    public static RuleNodeId of(String text) {
        return new RuleNodeId(UUID.fromString(text));
    }

    /** The same id as an entity, the form in which messages and relations name it. */
    public EntityId entity() {
        return new EntityId(EntityType.RULE_NODE, id);
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
