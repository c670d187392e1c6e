// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import io.millrace.message.id.EntityId;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.NameRules;
import io.millrace.server.web.api.Required;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request to add or to change a relation.
 *
 * @param typeGroup null or an unknown name: {@code COMMON}
 * @param version version that the caller has seen; null: any
 */
record RelationRequest(
        @Required @Nullable EntityId from,
        @Required @Nullable EntityId to,
        @Required @Nullable String type,
        @Nullable String typeGroup,
        @Nullable Long version,
        @Nullable JsonNode additionalInfo) {

    /**
     * The key of the relation.
     *
     * @throws ApiException (400) if a part is missing or not valid
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
            throw ApiException.badRequest(field + ": expected the id of an entity; it is missing");
        }
        return end;
    }
}
