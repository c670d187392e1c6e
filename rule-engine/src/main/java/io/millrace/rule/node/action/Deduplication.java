// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.rule.node.InvalidConfigurationException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Remembers which message of each originator came first in each interval of time. The first message passes, and passes
 * again when it is tried again after a failure, where ThingsBoard would skip it; all others of the interval do not
 * pass. The memory is that of a process and holds 100,000 originators and intervals; beyond, the oldest is forgotten,
 * so that at worst a value is stored once more. Safe for use by many threads.
 */
final class Deduplication {

    static final int CAPACITY = 100_000;

    private static final int LONGEST_INTERVAL = 86_400;

    private record Slot(EntityId originator, long interval) {}

    private final Map<Slot, UUID> firsts =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Slot, UUID> eldest) {
                    return size() > CAPACITY;
                }
            };
    private final long intervalMillis;

    Deduplication(int intervalSeconds) {
        intervalMillis = intervalSeconds * 1_000L;
    }

    /** Refuses an interval of a length that is not allowed. */
    static void checkInterval(int seconds) {
        if (seconds < 1 || seconds > LONGEST_INTERVAL) {
            throw new InvalidConfigurationException(
                    "deduplicationIntervalSecs: expected 1 to %d seconds, but got %d"
                            .formatted(LONGEST_INTERVAL, seconds));
        }
    }

    /**
     * Whether a message is the first of its originator in its interval.
     *
     * @param ts the message's time in milliseconds since the epoch
     */
    boolean passes(RuleMessage message, long ts) {
        Slot slot = new Slot(message.originator(), ts / intervalMillis);
        synchronized (firsts) {
            UUID first = firsts.putIfAbsent(slot, message.id());
            return first == null || first.equals(message.id());
        }
    }
}
