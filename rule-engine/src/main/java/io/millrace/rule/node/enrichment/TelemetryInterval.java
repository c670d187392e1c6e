// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.Template;
import java.time.Clock;

/** The time range from which a node reads. */
@FunctionalInterface
interface TelemetryInterval {

    /**
     * Returns the time range for a message.
     *
     * @throws IllegalArgumentException if the message does not contain it, or its start is after its end
     */
    Span of(RuleMessage message);

    /**
     * A time range.
     *
     * @param startTs milliseconds since the epoch, inclusive
     * @param endTs milliseconds since the epoch, exclusive
     */
    record Span(long startTs, long endTs) {
        public Span {
            if (startTs > endTs) {
                throw new IllegalArgumentException(
                        "the time range must begin before it ends, but is from %d to %d"
                                .formatted(startTs, endTs));
            }
        }

        boolean isEmpty() {
            return startTs == endTs;
        }
    }

    /** Offsets in milliseconds before now. */
    static TelemetryInterval before(Clock clock, long startMillis, long endMillis) {
        return _ -> {
            long now = clock.millis();
            return new Span(now - startMillis, now - endMillis);
        };
    }

    /** The values of two templates, each in milliseconds since the epoch. */
    static TelemetryInterval between(String start, String end) {
        Template startTemplate = Template.of(start);
        Template endTemplate = Template.of(end);
        return message -> new Span(millis(startTemplate, message), millis(endTemplate, message));
    }

    /**
     * Rejects a template that resolving leaves unchanged: it refers to a value that the message lacks. A constant time
     * is not allowed here.
     */
    private static long millis(Template template, RuleMessage message) {
        String pattern = template.toString();
        String text = template.resolve(message);
        if (text.equals(pattern)) {
            throw new IllegalArgumentException(
                    "the value of \"%s\" is undefined"
                            .formatted(pattern.replaceAll("[$\\[\\]{}]", "")));
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "\"%s\" must become milliseconds since 1970, not \"%s\""
                            .formatted(pattern, text),
                    e);
        }
    }
}
