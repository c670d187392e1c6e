// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.openapi;

import io.millrace.message.id.EntityType;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.media.UUIDSchema;
import java.util.List;
import java.util.stream.Stream;

/** The schemas that all operations share, of types that are written by hand as JSON. */
final class CommonSchemas {

    private static final String ID = "EntityId";
    private static final String TYPE = "EntityType";
    private static final String ERROR = "ErrorResponse";

    private CommonSchemas() {}

    static Schema<?> id() {
        return reference(ID);
    }

    static Schema<?> error() {
        return reference(ERROR);
    }

    private static Schema<?> reference(String name) {
        return new Schema<>().$ref(Components.COMPONENTS_SCHEMAS_REF + name);
    }

    static void addTo(Components components) {
        components
                .addSchemas(ID, idSchema())
                .addSchemas(TYPE, typeSchema())
                .addSchemas(ERROR, errorSchema());
    }

    private static Schema<?> idSchema() {
        Schema<?> schema = new ObjectSchema().description("The id of an entity, with its type.");
        schema.addProperty("entityType", reference(TYPE));
        schema.addProperty("id", new UUIDSchema());
        schema.setRequired(List.of("entityType", "id"));
        return schema;
    }

    private static Schema<?> typeSchema() {
        StringSchema schema = new StringSchema();
        Stream.of(EntityType.values()).map(Enum::name).forEach(schema::addEnumItem);
        return schema;
    }

    private static Schema<?> errorSchema() {
        Schema<?> schema =
                new ObjectSchema()
                        .description("An error. Some have additional properties for programs.");
        schema.addProperty("status", new IntegerSchema().description("HTTP status"));
        schema.addProperty("message", new StringSchema().description("the error, for people"));
        schema.addProperty(
                "errorCode", new IntegerSchema().description("ThingsBoard's number of the error"));
        schema.addProperty(
                "timestamp",
                new IntegerSchema().format("int64").description("milliseconds since the epoch"));
        schema.setRequired(List.of("status", "message", "errorCode", "timestamp"));
        schema.setAdditionalProperties(true);
        return schema;
    }
}
