// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import io.millrace.message.MessageJson;
import io.millrace.rule.script.tbel.value.MeteredContext;
import org.jspecify.annotations.Nullable;
import org.mvel2.ExecutionContext;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The class that scripts know as {@code JSON}. */
public final class TbelJson {

    private TbelJson() {}

    /** Returns the value as JSON; the text {@code null} for null. */
    public static String stringify(ExecutionContext context, @Nullable Object value) {
        long max = context.getMaxAllowedMemory() / 2;
        int characters = max <= 0 ? Integer.MAX_VALUE : Math.clamp(max, 1, Integer.MAX_VALUE);
        return new TbelValues((MeteredContext) context, characters).toJson(value).toString();
    }

    /**
     * Parses a JSON text; null for null.
     *
     * @throws IllegalArgumentException if the text is not JSON
     */
    public static @Nullable Object parse(ExecutionContext context, @Nullable String text) {
        if (text == null) {
            return null;
        }
        return new TbelValues((MeteredContext) context, Integer.MAX_VALUE).toTbel(read(text));
    }

    private static JsonNode read(String text) {
        JsonNode node;
        try {
            node = MessageJson.MAPPER.readTree(text);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "expected JSON, got \"%s\"".formatted(Bytes.shorten(text)), e);
        }
        if (node == null || node.isMissingNode()) {
            throw new IllegalArgumentException("expected JSON; the text is empty");
        }
        return node;
    }
}
