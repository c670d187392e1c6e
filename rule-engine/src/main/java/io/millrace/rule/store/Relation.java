// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.EntityId;

/**
 * A relation of group {@code COMMON}.
 *
 * @param type what it means, such as {@code Contains}
 */
public record Relation(EntityId from, EntityId to, String type) {

    /**
     * Returns the relation between an entity and another one.
     *
     * @param direction the end at which the entity is
     */
    public static Relation of(
            EntityId entity, SearchDirection direction, EntityId other, String type) {
        return switch (direction) {
            case FROM -> new Relation(entity, other, type);
            case TO -> new Relation(other, entity, type);
        };
    }
}
