// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.openapi;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springframework.web.method.HandlerMethod;

/**
 * Describes bodies that may be any JSON. springdoc makes objects of them; here they become schemas without a type
 * again.
 */
final class AnyJson implements GlobalOperationCustomizer {

    private static final String DESCRIPTION = "any JSON";

    static Schema<?> schema() {
        return new JsonSchema().description(DESCRIPTION);
    }

    @Override
    public Operation customize(Operation operation, HandlerMethod handler) {
        if (operation.getRequestBody() != null) {
            correct(operation.getRequestBody().getContent());
        }
        operation.getResponses().values().forEach(response -> correct(response.getContent()));
        return operation;
    }

    private static void correct(@Nullable Content content) {
        Stream.ofNullable(content)
                .flatMap(types -> types.values().stream())
                .filter(type -> type.getSchema() != null)
                .filter(type -> DESCRIPTION.equals(type.getSchema().getDescription()))
                .forEach(type -> type.setSchema(schema()));
    }
}
