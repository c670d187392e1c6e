// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.QueryParameters;
import io.swagger.v3.oas.annotations.Parameter;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Query parameters that name a relation. They are texts, so that {@link #key} reports invalid values itself.
 *
 * @param relationTypeGroup null or an unknown name: {@code COMMON}
 */
record RelationParameters(
        @Parameter(required = true) @Nullable String fromId,
        @Parameter(required = true) @Nullable String fromType,
        @Parameter(required = true) @Nullable String relationType,
        @Nullable String relationTypeGroup,
        @Parameter(required = true) @Nullable String toId,
        @Parameter(required = true) @Nullable String toType)
        implements QueryParameters {

    /**
     * The key of the relation.
     *
     * @throws ApiException (400) if a parameter is missing or not valid
     */
    RelationKey key() {
        return new RelationKey(
                entity("from", fromType, fromId),
                entity("to", toType, toId),
                required("relationType", relationType),
                RelationTypeGroup.named(relationTypeGroup));
    }

    private static EntityId entity(String end, @Nullable String type, @Nullable String id) {
        String typeName = required(end + "Type", type);
        String idText = required(end + "Id", id);
        try {
            return new EntityId(EntityType.valueOf(typeName), UUID.fromString(idText));
        } catch (IllegalArgumentException _) {
            throw ApiException.badRequest(
                    "%1$sType, %1$sId: expected an entity type and a UUID, got '%2$s' and '%3$s'"
                            .formatted(end, typeName, idText));
        }
    }

    private static String required(String name, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            throw ApiException.badRequest(name + ": expected a value; it is missing");
        }
        return text;
    }
}
