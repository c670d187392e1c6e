// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import io.millrace.message.id.EntityId;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.NameRules;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A relation, as a caller wants it to be.
 *
 * @param typeGroup null and unknown names stand for {@code COMMON}
 * @param version the version that the caller has seen; null: whichever it is
 */
record RelationRequest(
        @Nullable EntityId from,
        @Nullable EntityId to,
        @Nullable String type,
        @Nullable String typeGroup,
        @Nullable Long version,
        @Nullable JsonNode additionalInfo) {

    /**
     * Which relation is meant.
     *
     * @throws ApiException (400) where that is not said
     */
    RelationKey key() {
        return new RelationKey(
                require("from", from),
                require("to", to),
                NameRules.requireName("type", type),
                RelationTypeGroup.named(typeGroup));
    }

    private static EntityId require(String field, @Nullable EntityId end) {
        if (end == null) {
            throw ApiException.badRequest(
                    field + ": expected the id of an entity, but it is missing");
        }
        return end;
    }
}
