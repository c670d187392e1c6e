// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.math;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.telemetry.AttributeScope;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

/**
 * An argument of a calculation, in ThingsBoard's form.
 *
 * @param name its name in a custom function; not used by other operations
 * @param key template of its key; of a constant, the number
 * @param attributeScope scope of an attribute; null: {@code SERVER_SCOPE}
 * @param defaultValue its value if there is none; null: the message fails then
 */
public record MathArgument(
        @JsonPropertyDescription("Name of the argument in a custom function.")
                @Nullable String name,
        @NotNull
                @JsonPropertyDescription(
                        "Where the argument comes from: an attribute or the latest telemetry of the originator, the"
                                + " message, or a constant.")
                ArgumentType type,
        @NotBlank @JsonPropertyDescription("Template of the key; of a CONSTANT, the number.")
                String key,
        @JsonPropertyDescription("Scope of an attribute.") @Nullable AttributeScope attributeScope,
        @JsonPropertyDescription("Value if there is none; if it is empty, the message fails.")
                @Nullable Double defaultValue) {

    AttributeScope scope() {
        return attributeScope == null ? AttributeScope.SERVER_SCOPE : attributeScope;
    }
}
