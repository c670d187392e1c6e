// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import io.millrace.message.telemetry.Value;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.TimedValue;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.util.RawValue;

/** Converts values to their JSON form in responses. */
@Component
final class TelemetryResponses {

    /** Converts values of a time series: to text, or with {@code strict} to their own JSON types. */
    List<TsValue> values(List<TimedValue> values, boolean strict) {
        return values.stream().map(value -> value(value, strict)).toList();
    }

    TsValue value(TimedValue value, boolean strict) {
        return new TsValue(value.ts(), strict ? typed(value.value()) : value.value().asText());
    }

    AttributeValue attribute(Attribute attribute) {
        return new AttributeValue(
                attribute.updatedAt(),
                attribute.keyValue().key(),
                typed(attribute.keyValue().value()));
    }

    /** JSON stays as it was stored: parsing would round its numbers. */
    private static Object typed(Value value) {
        return switch (value) {
            case Value.BooleanValue(boolean b) -> b;
            case Value.LongValue(long l) -> l;
            case Value.DoubleValue(double d) -> d;
            case Value.StringValue(String s) -> s;
            case Value.JsonValue(String s) -> new RawValue(s);
        };
    }

    /**
     * A value of a time series.
     *
     * @param ts milliseconds since the epoch
     * @param value null if there is no value
     */
    @Schema(name = "TsValue")
    record TsValue(long ts, @Nullable Object value) {}

    /** The message that brought a value. */
    @Schema(name = "TsMessage")
    record TsMessage(UUID messageId) {}

    /**
     * An attribute.
     *
     * @param lastUpdateTs milliseconds since the epoch
     */
    @Schema(name = "AttributeData")
    record AttributeValue(long lastUpdateTs, String key, Object value) {}
}
