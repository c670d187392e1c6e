// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.value;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes lists and maps as Java does, within the bounds of the call. */
final class ValueText {

    private static final String WHAT = "the text of a list or map";

    private final MeteredContext context;
    private final StringBuilder text = new StringBuilder();

    private ValueText(MeteredContext context) {
        this.context = context;
    }

    static String of(MeteredContext context, Object container) {
        ValueText writing = new ValueText(context);
        writing.append(container);
        return writing.text.toString();
    }

    private void append(@Nullable Object value) {
        context.visit(WHAT, value);
        switch (value) {
            case null -> text.append("null");
            case Map<?, ?> map -> appendMap(map);
            case Collection<?> collection -> appendAll(collection);
            case Map.Entry<?, ?> entry -> appendEntry(entry.getKey(), entry.getValue());
            default -> {
                String one = value.toString();
                context.beforeMaking(WHAT, 2L * (text.length() + one.length()));
                text.append(one);
            }
        }
    }

    private void appendMap(Map<?, ?> map) {
        context.enter(WHAT);
        text.append('{');
        int start = text.length();
        map.forEach((key, value) -> {
            if (text.length() > start) {
                text.append(", ");
            }
            appendEntry(key, value);
        });
        text.append('}');
        context.leave();
    }

    private void appendEntry(@Nullable Object key, @Nullable Object value) {
        append(key);
        text.append('=');
        append(value);
    }

    private void appendAll(Collection<?> collection) {
        context.enter(WHAT);
        text.append('[');
        boolean isFirst = true;
        for (Object each : collection) {
            if (!isFirst) {
                text.append(", ");
            }
            isFirst = false;
            append(each);
        }
        text.append(']');
        context.leave();
    }
}
