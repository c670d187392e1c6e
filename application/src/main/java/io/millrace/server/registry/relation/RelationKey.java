// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import io.millrace.message.id.EntityId;
import io.millrace.rule.store.Relation;
import io.millrace.rule.store.SearchDirection;

/**
 * The key of a relation, unique in a tenant.
 *
 * @param type what the relation means, such as {@code Contains}
 */
record RelationKey(EntityId from, EntityId to, String type, RelationTypeGroup typeGroup) {

    static RelationKey of(Relation relation) {
        return new RelationKey(
                relation.from(), relation.to(), relation.type(), RelationTypeGroup.COMMON);
    }

    /** The end at which a search in this direction starts. */
    EntityId near(SearchDirection direction) {
        return direction == SearchDirection.FROM ? from : to;
    }

    /** The end that a search in this direction reaches. */
    EntityId far(SearchDirection direction) {
        return direction == SearchDirection.FROM ? to : from;
    }
}
