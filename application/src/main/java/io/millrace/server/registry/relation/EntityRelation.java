// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import io.millrace.message.id.EntityId;
import io.millrace.rule.store.SearchDirection;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A relation, as REST shows it.
 *
 * @param type what the relation means, such as {@code Contains}
 * @param version counts the changes, from 1
 * @param additionalInfo whatever its makers keep with it
 */
public record EntityRelation(
        EntityId from,
        EntityId to,
        String type,
        RelationTypeGroup typeGroup,
        long version,
        @Nullable JsonNode additionalInfo) {

    /** The end that one looks from. */
    EntityId near(SearchDirection direction) {
        return direction == SearchDirection.FROM ? from : to;
    }

    /** The end that one looks at. */
    EntityId far(SearchDirection direction) {
        return direction == SearchDirection.FROM ? to : from;
    }
}
