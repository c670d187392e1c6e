// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A property of a Kafka client that configuration cannot change, since the queue relies on its value.
 *
 * @param name Kafka's name of the property
 * @param value the value, or null: the property must not be configured at all
 * @param reason why, as the end of a sentence
 */
public record FixedProperty(String name, @Nullable Object value, String reason) {

    /** True if a configured value is the required one. */
    public boolean allows(String configured) {
        return value != null && comparable(configured).equals(comparable(text(value)));
    }

    /** What the property must be, such as "it must be all, since …"; follows a colon. */
    public String demand() {
        return value == null
                ? "leave it out, since " + reason
                : "it must be " + text(value) + ", since " + reason;
    }

    private static String text(Object value) {
        return value instanceof Class<?> type ? type.getName() : value.toString();
    }

    private static String comparable(String value) {
        String plain = value.strip().toLowerCase(Locale.ROOT).replace('-', '_');
        // Kafka's other name of acks=all.
        return plain.equals("_1") ? "all" : plain;
    }
}
