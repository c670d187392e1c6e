// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.openapi;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JavaType;
import io.millrace.server.web.api.Required;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Describes which properties of a record may be null or absent: those that are {@code @Nullable}, but not
 * {@link Required}. All others are required. Also describes ids by their common schema, and JSON trees as any JSON, or
 * by the type that {@code @Schema(implementation)} names.
 */
final class RecordSchemas implements ModelConverter {

    private final Set<Class<?>> ids;

    /**
     * @param ids types of ids, which are all written as one schema
     */
    RecordSchemas(Set<Class<?>> ids) {
        this.ids = ids;
    }

    @Override
    public @Nullable Schema<?> resolve(
            AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
        Class<?> named = implementation(type);
        if (named != null) {
            return context.resolve(new AnnotatedType(named).resolveAsRef(true));
        }
        Class<?> raw = rawClass(type);
        if (ids.contains(raw)) {
            return new JsonSchema().$ref(CommonSchemas.id().get$ref());
        }
        if (raw == JsonNode.class || raw == byte[].class) {
            return AnyJson.schema();
        }
        Schema<?> resolved = chain.hasNext() ? chain.next().resolve(type, context, chain) : null;
        if (resolved != null && raw.isRecord()) {
            describe(raw, definition(resolved, context));
        }
        return resolved;
    }

    private static @Nullable Class<?> implementation(AnnotatedType type) {
        if (type.getCtxAnnotations() == null) {
            return null;
        }
        return Stream.of(type.getCtxAnnotations())
                .filter(io.swagger.v3.oas.annotations.media.Schema.class::isInstance)
                .map(io.swagger.v3.oas.annotations.media.Schema.class::cast)
                .map(io.swagger.v3.oas.annotations.media.Schema::implementation)
                .filter(named -> named != Void.class)
                .findFirst()
                .orElse(null);
    }

    private static Class<?> rawClass(AnnotatedType type) {
        JavaType java = Json31.mapper().constructType(type.getType());
        return java.getRawClass();
    }

    /** Returns the schema that a reference leads to; the schema itself if it is no reference. */
    private static Schema<?> definition(Schema<?> schema, ModelConverterContext context) {
        String reference = schema.get$ref();
        if (reference == null) {
            return schema;
        }
        String name = reference.substring(Components.COMPONENTS_SCHEMAS_REF.length());
        return context.getDefinedModels().getOrDefault(name, schema);
    }

    private static void describe(Class<?> type, Schema<?> schema) {
        var properties = schema.getProperties();
        if (properties == null) {
            return;
        }
        List<String> required = new ArrayList<>();
        for (Property property : propertiesOf(type, false)) {
            Schema<?> value = properties.get(property.name());
            if (value == null) {
                continue;
            }
            if (property.required()) {
                required.add(property.name());
            } else {
                properties.put(property.name(), orNull(value));
            }
        }
        schema.setRequired(required.isEmpty() ? null : required);
    }

    private record Property(String name, boolean required) {}

    private static List<Property> propertiesOf(Class<?> type, boolean optional) {
        Stream<Property> computed =
                Stream.of(type.getDeclaredMethods())
                        .filter(RecordSchemas::isComputed)
                        .map(method -> new Property(method.getName(), true));
        return Stream.concat(
                        Stream.of(type.getRecordComponents())
                                .filter(component ->
                                        !component
                                                .getAccessor()
                                                .isAnnotationPresent(JsonIgnore.class))
                                .flatMap(component -> propertiesOf(component, optional)),
                        computed)
                .toList();
    }

    private static boolean isComputed(Method method) {
        JsonProperty property = method.getAnnotation(JsonProperty.class);
        return property != null && property.access() == JsonProperty.Access.READ_ONLY;
    }

    private static Stream<Property> propertiesOf(RecordComponent component, boolean optional) {
        boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
        if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
            return propertiesOf(component.getType(), optional || nullable).stream();
        }
        JsonProperty renamed = component.getAccessor().getAnnotation(JsonProperty.class);
        String name =
                renamed == null || renamed.value().isEmpty()
                        ? component.getName()
                        : renamed.value();
        boolean required = component.isAnnotationPresent(Required.class) || !nullable;
        return Stream.of(new Property(name, required && !optional));
    }

    private static Schema<?> orNull(Schema<?> schema) {
        if (schema.get$ref() != null) {
            // The name is needed where the record is unwrapped into another.
            return new JsonSchema()
                    .addAnyOfItem(new JsonSchema().$ref(schema.get$ref()))
                    .addAnyOfItem(new JsonSchema().types(Set.of("null")))
                    .name(schema.getName());
        }
        if (schema.getTypes() != null && !schema.getTypes().contains("null")) {
            Set<String> types = new LinkedHashSet<>(schema.getTypes());
            types.add("null");
            schema.setTypes(types);
        }
        return schema;
    }
}
