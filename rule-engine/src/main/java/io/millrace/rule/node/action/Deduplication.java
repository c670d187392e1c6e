// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.rule.node.InvalidConfigurationException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Remembers the first message of each originator in each time interval. The first message passes, also when it is
 * retried after a failure, which ThingsBoard would skip; all others of the interval do not pass. The state is in memory
 * and holds 100,000 pairs of originator and interval; beyond that the oldest is evicted, so that in the worst case a
 * value is stored once more. Safe for use by many threads.
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

    /** Rejects an interval whose length is not allowed. */
    static void checkInterval(int seconds) {
        if (seconds < 1 || seconds > LONGEST_INTERVAL) {
            throw new InvalidConfigurationException(
                    "deduplicationIntervalSecs: must be from 1 to %d seconds, not %d"
                            .formatted(LONGEST_INTERVAL, seconds));
        }
    }

    /**
     * True if a message is the first of its originator in its interval.
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
