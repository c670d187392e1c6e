// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.script.FakeScripts;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ConfigurationSchemaTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final NodeCatalogue CATALOGUE =
            NodeCatalogue.builtIn(new TestPorts(FakeScripts.answering(true)).ports());

    private final ObjectNode schema =
            ConfigurationSchema.of(
                    NodeDefinition.of(
                            Sample.class,
                            new Settings(
                                    "k",
                                    1,
                                    List.of(),
                                    Set.of(),
                                    Unit.SECONDS,
                                    null,
                                    "x",
                                    Map.of("a", 1),
                                    new Shape.Circle(2)),
                            (_, _) -> new Sample()));

    enum Unit {
        @JsonProperty("s")
        SECONDS,
        @JsonProperty("min")
        MINUTES
    }

    record Step(@NotBlank String unit, @Nullable Double factor) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Shape.Circle.class, name = "circle"),
        @JsonSubTypes.Type(value = Shape.Point.class, name = "point")
    })
    sealed interface Shape {
        record Circle(double radius) implements Shape {}

        record Point() implements Shape {}
    }

    @SuppressWarnings(
            "MultipleNullnessAnnotations") // null where the JSON lacks it; the constraint refuses
    // that
    record Settings(
            @JsonPropertyDescription("What to look for.") @NotBlank @Size(max = 10) String key,
            @Min(1) @Max(9) int interval,
            @NotEmpty List<@Valid Step> steps,
            Set<String> names,
            Unit unit,
            @Nullable Step last,
            @NotNull @Nullable String missing,
            Map<String, Integer> weights,
            Shape shape) {}

    @NodeType(
            id = "test.sample",
            group = NodeGroup.ACTION,
            name = "sample",
            description = "A test.")
    private static final class Sample implements RuleNode {

        @Override
        public NodeResult process(RuleMessage message) {
            return new NodeResult.Acknowledged(message);
        }
    }

    static Stream<NodeDefinition<?>> types() {
        return CATALOGUE.definitions().stream();
    }

    /** Reads the schema as plain JSON. */
    private JsonNode property(String name) {
        return JSON.readTree(schema.toString()).path("properties").path(name);
    }

    @Test
    void isOfTheDraftOf2020AndInTheOrderOfTheRecord() {
        assertThat(schema.path("$schema").asString())
                .isEqualTo("https://json-schema.org/draft/2020-12/schema");
        assertThat(schema.path("properties").propertyNames())
                .containsExactly(
                        "key",
                        "interval",
                        "steps",
                        "names",
                        "unit",
                        "last",
                        "missing",
                        "weights",
                        "shape");
    }

    @Test
    void saysWhatThePropertiesMeanAndWhatLimitsTheyHave() {
        assertThat(property("key"))
                .isEqualTo(
                        JSON.readTree(
                                """
                                {"type":"string","description":"What to look for.","minLength":1,"maxLength":10,"default":"k"}
                                """));
        assertThat(property("interval"))
                .isEqualTo(
                        JSON.readTree(
                                "{\"type\":\"integer\",\"minimum\":1,\"maximum\":9,\"default\":1}"));
        assertThat(property("steps").path("minItems").intValue()).isEqualTo(1);
        assertThat(property("names").path("uniqueItems").booleanValue()).isTrue();
        assertThat(property("unit").path("enum").toString()).isEqualTo("[\"s\",\"min\"]");
        assertThat(property("unit").path("default").asString()).isEqualTo("s");
        assertThat(property("weights").at("/additionalProperties/type").asString())
                .isEqualTo("integer");
        assertThat(property("weights").at("/default/a").intValue()).isEqualTo(1);
    }

    @Test
    void requiresWhatMayNotBeNull() {
        assertThat(schema.path("required").toString()).isEqualTo("[\"key\",\"steps\",\"missing\"]");
        assertThat(property("missing").path("type").asString()).isEqualTo("string");
        assertThat(property("last").path("oneOf").toString())
                .isEqualTo("[{\"type\":\"null\"},{\"$ref\":\"#/$defs/Step\"}]");
        assertThat(schema.at("/$defs/Step/required").toString()).isEqualTo("[\"unit\"]");
        assertThat(schema.at("/$defs/Step/properties/factor/type").toString())
                .isEqualTo("[\"number\",\"null\"]");
    }

    @Test
    void offersTheKindsOfASealedTypeToChooseFrom() {
        assertThat(property("shape").path("oneOf").valueStream())
                .extracting(kind -> kind.at("/properties/type/const").asString())
                .containsExactly("circle", "point");
        assertThat(property("shape").at("/oneOf/0/required").toString()).isEqualTo("[\"type\"]");
        assertThat(property("shape").at("/default/type").asString()).isEqualTo("circle");
    }

    @ParameterizedTest
    @MethodSource("types")
    void describesEachPropertyOfEachType(NodeDefinition<?> definition) {
        JsonNode defaults = CATALOGUE.defaultsOf(definition);
        JsonNode properties = ConfigurationSchema.of(definition).path("properties");

        assertThat(properties.propertyNames())
                .containsExactlyInAnyOrderElementsOf(defaults.propertyNames());
        assertThat(properties.valueStream())
                .allSatisfy(property ->
                        assertThat(Stream.of("type", "oneOf", "enum", "$ref", "const"))
                                .anyMatch(property::has));
        defaults.forEachEntry((name, value) ->
                assertThat(properties.path(name).get("default")).as(name).isEqualTo(value));
    }
}
