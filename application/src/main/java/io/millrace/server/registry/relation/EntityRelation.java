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
 * @param additionalInfo JSON that clients keep with it
 */
public record EntityRelation(
        EntityId from,
        EntityId to,
        String type,
        RelationTypeGroup typeGroup,
        long version,
        @Nullable JsonNode additionalInfo) {

    /** The end at which a search in this direction starts. */
    EntityId near(SearchDirection direction) {
        return direction == SearchDirection.FROM ? from : to;
    }

    /** The end that a search in this direction reaches. */
    EntityId far(SearchDirection direction) {
        return direction == SearchDirection.FROM ? to : from;
    }
}
