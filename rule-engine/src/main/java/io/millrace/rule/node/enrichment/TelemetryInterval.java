// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.Template;
import java.time.Clock;

/** From which span of time a node reads. */
@FunctionalInterface
interface TelemetryInterval {

    /**
     * The span for a message.
     *
     * @throws IllegalArgumentException if the message does not say it, or its beginning comes after its end
     */
    Span of(RuleMessage message);

    /**
     * A span of time.
     *
     * @param startTs milliseconds since the epoch, inclusive
     * @param endTs milliseconds since the epoch, exclusive
     */
    record Span(long startTs, long endTs) {
        public Span {
            if (startTs > endTs) {
                throw new IllegalArgumentException(
                        "expected the span of time to begin before it ends, but got %d and %d"
                                .formatted(startTs, endTs));
            }
        }

        boolean isEmpty() {
            return startTs == endTs;
        }
    }

    /** So many milliseconds before now. */
    static TelemetryInterval before(Clock clock, long startMillis, long endMillis) {
        return _ -> {
            long now = clock.millis();
            return new Span(now - startMillis, now - endMillis);
        };
    }

    /** Between what two templates say, each in milliseconds since the epoch. */
    static TelemetryInterval between(String start, String end) {
        Template startTemplate = Template.of(start);
        Template endTemplate = Template.of(end);
        return message -> new Span(millis(startTemplate, message), millis(endTemplate, message));
    }

    /** A template that stays as it is names nothing that the message has; a fixed time is not meant here. */
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
                    "expected \"%s\" to be milliseconds since 1970, but got \"%s\""
                            .formatted(pattern, text),
                    e);
        }
    }
}
