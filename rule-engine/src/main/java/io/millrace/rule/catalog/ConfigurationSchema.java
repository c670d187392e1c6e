// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.MemberScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.generator.TypeScope;
import com.github.victools.jsonschema.module.jackson.JacksonOption;
import com.github.victools.jsonschema.module.jackson.JacksonSchemaModule;
import com.github.victools.jsonschema.module.jakarta.validation.JakartaValidationModule;
import com.github.victools.jsonschema.module.jakarta.validation.JakartaValidationOption;
import io.millrace.rule.node.NodeDefinition;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Describes the configuration of a node type as JSON Schema (draft 2020-12), for forms and for documentation. The
 * schema is derived from the configuration's record: descriptions from {@code @JsonPropertyDescription}, limits from
 * Jakarta Validation, choices from sealed types and enums, defaults from the type's definition. Unknown properties are
 * allowed.
 */
public final class ConfigurationSchema {

    private ConfigurationSchema() {}

    /** Returns the schema of a type's configuration. It takes some milliseconds to create; cache it. */
    public static ObjectNode of(NodeDefinition<?> definition) {
        // The library's generator keeps state while it works, so each call creates its own.
        SchemaGeneratorConfigBuilder config =
                new SchemaGeneratorConfigBuilder(
                        SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON);
        config.with(Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES, Option.PLAIN_DEFINITION_KEYS);
        config.with(new JacksonSchemaModule(JacksonOption.FLATTENED_ENUMS_FROM_JSONPROPERTY));
        config.with(
                new JakartaValidationModule(
                        JakartaValidationOption.NOT_NULLABLE_FIELD_IS_REQUIRED,
                        JakartaValidationOption.INCLUDE_PATTERN_EXPRESSIONS));
        config.forFields().withNullableCheck(ConfigurationSchema::mayBeNull);
        config.forTypesInGeneral()
                .withPropertySorter(ConfigurationSchema::inTheOrderOfTheRecord)
                .withArrayUniqueItemsResolver(ConfigurationSchema::hasNoDuplicates);
        ObjectNode schema =
                new SchemaGenerator(config.build()).generateSchema(definition.configurationType());
        makeExclusive(schema);
        addDefaults(schema, ConfigurationBinding.defaults(definition));
        return schema;
    }

    private static int inTheOrderOfTheRecord(MemberScope<?, ?> one, MemberScope<?, ?> other) {
        return 0;
    }

    private static @Nullable Boolean hasNoDuplicates(TypeScope scope) {
        boolean set = scope.getType() != null && scope.getType().isInstanceOf(Set.class);
        return set ? Boolean.TRUE : null;
    }

    /** Returns null if this method does not decide; a constraint may. */
    private static @Nullable Boolean mayBeNull(FieldScope field) {
        boolean constrained =
                Stream.of(NotNull.class, NotBlank.class, NotEmpty.class)
                        .anyMatch(constraint -> field.getAnnotation(constraint) != null);
        boolean nullable =
                field.getRawMember().getAnnotatedType().isAnnotationPresent(Nullable.class);
        boolean mayBe = nullable && !constrained && !field.isFakeContainerItemScope();
        return mayBe ? Boolean.TRUE : null;
    }

    /**
     * Replaces "anyOf" by "oneOf": the generator leaves open whether several alternatives may match, but the subtypes
     * of a sealed type, and null, exclude each other.
     */
    private static void makeExclusive(JsonNode json) {
        if (json instanceof ObjectNode object
                && object.remove("anyOf") instanceof ArrayNode kinds) {
            object.set("oneOf", kinds);
        }
        json.values().forEach(ConfigurationSchema::makeExclusive);
    }

    private static void addDefaults(ObjectNode schema, ObjectNode defaults) {
        defaults.forEachEntry((name, value) -> {
            if (schema.path("properties").get(name) instanceof ObjectNode property) {
                property.set("default", value);
            }
        });
    }
}
