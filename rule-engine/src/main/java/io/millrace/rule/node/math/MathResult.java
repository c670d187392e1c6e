// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.math;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.telemetry.AttributeScope;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

/**
 * The result of a calculation, in ThingsBoard's form.
 *
 * @param key template of its key
 * @param resultValuePrecision number of decimals; 0: the result is an integer
 * @param addToBody whether the payload gets a stored result too
 * @param addToMetadata whether the metadata gets a stored result too
 * @param attributeScope scope of an attribute; null: {@code SERVER_SCOPE}
 */
public record MathResult(
        @NotNull
                @JsonPropertyDescription(
                        "Where the result goes: an attribute or a time series of the originator, or the message.")
                ResultType type,
        @NotBlank @JsonPropertyDescription("Template of the key.") String key,
        @Min(0)
                @Max(15)
                @JsonPropertyDescription(
                        "Number of decimals; 0 for an integer, which is cut, not rounded.")
                int resultValuePrecision,
        @JsonPropertyDescription("Whether the payload gets a stored result too.") boolean addToBody,
        @JsonPropertyDescription("Whether the metadata gets a stored result too.")
                boolean addToMetadata,
        @JsonPropertyDescription("Scope of an attribute.")
                @Nullable AttributeScope attributeScope) {

    AttributeScope scope() {
        return attributeScope == null ? AttributeScope.SERVER_SCOPE : attributeScope;
    }

    boolean changesBody() {
        return type == ResultType.MESSAGE_BODY || (isStored() && addToBody);
    }

    boolean changesMetadata() {
        return type == ResultType.MESSAGE_METADATA || (isStored() && addToMetadata);
    }

    boolean isStored() {
        return type == ResultType.ATTRIBUTE || type == ResultType.TIME_SERIES;
    }
}
