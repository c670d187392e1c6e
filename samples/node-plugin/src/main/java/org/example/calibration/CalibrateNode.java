// SPDX-License-Identifier: Apache-2.0
package org.example.calibration;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.AttributeStore;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Adds a device's own offset, kept in one of its server attributes, to a value of its payload. */
@NodeType(
        id = "sample.calibrate",
        group = NodeGroup.TRANSFORMATION,
        name = "calibrate",
        description = "Adds the originator's offset, kept in an attribute, to a value.",
        labels = {"Calibrated", "Not calibrated"},
        waitsForStore = true)
public final class CalibrateNode implements RuleNode {

    /** Configuration of the node. */
    public record Configuration(
            @JsonPropertyDescription("Key of the value in the payload.") @NotBlank String key,
            @JsonPropertyDescription("Server attribute that holds the offset.") @NotBlank
                    String attribute,
            @JsonPropertyDescription("Decimal places of the result.") @Min(0) @Max(9)
                    int decimals) {}

    private static final Configuration DEFAULTS =
            new Configuration("temperature", "temperatureOffset", 2);

    private final Configuration configuration;
    private final AttributeStore attributes;

    private CalibrateNode(Configuration configuration, AttributeStore attributes) {
        this.configuration = configuration;
        this.attributes = attributes;
    }

    /** The type of node, reading the given attributes. */
    public static NodeDefinition<Configuration> definition(AttributeStore attributes) {
        return NodeDefinition.of(
                CalibrateNode.class,
                DEFAULTS,
                (configuration, node) -> new CalibrateNode(configuration, attributes));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        JsonNode value = message.payload().json().path(configuration.key());
        if (!value.isNumber()) {
            return NodeResult.to("Not calibrated", message);
        }
        return new NodeResult.Later(
                attributes
                        .find(
                                message.tenant(),
                                message.originator(),
                                AttributeScope.SERVER_SCOPE,
                                List.of(configuration.attribute()))
                        .thenApply(found ->
                                found.isEmpty()
                                        ? NodeResult.to("Not calibrated", message)
                                        : NodeResult.to(
                                                "Calibrated",
                                                corrected(message, value, found.getFirst()))));
    }

    private RuleMessage corrected(RuleMessage message, JsonNode value, Attribute offset) {
        BigDecimal result =
                value.decimalValue()
                        .add(number(offset.keyValue().value()))
                        .setScale(configuration.decimals(), RoundingMode.HALF_UP);
        ObjectNode changed = message.payload().json().deepCopy().asObject();
        changed.put(configuration.key(), result);
        return message.withPayload(Payload.of(changed));
    }

    private BigDecimal number(Value offset) {
        return switch (offset) {
            case Value.LongValue(long whole) -> BigDecimal.valueOf(whole);
            case Value.DoubleValue(double fraction) -> BigDecimal.valueOf(fraction);
            default ->
                    throw new IllegalArgumentException(
                            "attribute \"%s\" must be a number, not %s"
                                    .formatted(configuration.attribute(), offset.asText()));
        };
    }
}
