// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.server.runtime.push.Frames.Sent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Messages that wait to be sent to one client. Updates of a subscription gather until its turn comes. While the waiting
 * updates are below a limit all values are kept; above it only the newest value of each key. Not thread-safe: {@link
 * Sender} guards it.
 */
final class Outbox {

    private static final int BYTES_PER_VALUE = 64;

    /** Values that are all the newest of their key may exceed the limit by this factor. */
    private static final int HARD_FACTOR = 4;

    private static final int MAX_REPLIES = 256;

    private final long limit;
    private final Map<Integer, Pending> updates = new LinkedHashMap<>();
    private final ArrayDeque<String> replies = new ArrayDeque<>();
    private long updateBytes;
    private long replyBytes;
    private int conflated;

    /** True from the time when the limit was exceeded until half of it is free. */
    private boolean conflating;

    /** @param limit approximate bytes of waiting updates above which only newest values are kept */
    Outbox(long limit) {
        this.limit = limit;
    }

    private static final class Pending {

        final boolean strict;
        final Map<String, List<Sent>> data = new LinkedHashMap<>();
        long bytes;

        Pending(boolean strict) {
            this.strict = strict;
        }
    }

    /** Adds an update without values, which is sent even if no value is added. */
    void open(int subscription, boolean strict) {
        updates.computeIfAbsent(subscription, _ -> new Pending(strict));
    }

    /**
     * Adds a value.
     *
     * @param value null if the value was deleted
     */
    void add(int subscription, boolean strict, String key, long ts, @Nullable Value value) {
        Pending pending = updates.computeIfAbsent(subscription, _ -> new Pending(strict));
        List<Sent> values = pending.data.computeIfAbsent(key, _ -> new ArrayList<>(1));
        values.add(new Sent(ts, value));
        grow(pending, bytes(key, value));
        if (conflating) {
            keepNewest(pending, key, values);
        } else if (updateBytes > limit) {
            conflating = true;
            updates.values()
                    .forEach(each ->
                            each.data.forEach((other, list) -> keepNewest(each, other, list)));
        }
    }

    private void keepNewest(Pending pending, String key, List<Sent> values) {
        if (values.size() > 1) {
            List<Sent> older = values.subList(0, values.size() - 1);
            older.forEach(sent -> grow(pending, -bytes(key, sent.value())));
            conflated += older.size();
            older.clear();
        }
    }

    /** Keeps all values again once half of the limit is free. */
    private void shrink(long bytes) {
        updateBytes -= bytes;
        if (updateBytes <= limit / 2) {
            conflating = false;
        }
    }

    private void grow(Pending pending, long bytes) {
        pending.bytes += bytes;
        updateBytes += bytes;
    }

    private static long bytes(String key, @Nullable Value value) {
        long text =
                switch (value) {
                    case StringValue(String string) -> string.length();
                    case JsonValue(String json) -> json.length();
                    case null, default -> 0;
                };
        return text + BYTES_PER_VALUE + key.length();
    }

    /** Adds a complete message. */
    void reply(String frame) {
        replies.add(frame);
        replyBytes += frame.length();
    }

    /** Discards the waiting updates of a subscription. */
    void remove(int subscription) {
        Pending removed = updates.remove(subscription);
        if (removed != null) {
            shrink(removed.bytes);
        }
    }

    /** Discards all messages. */
    void clear() {
        updates.clear();
        replies.clear();
        updateBytes = 0;
        replyBytes = 0;
    }

    boolean isEmpty() {
        return updates.isEmpty() && replies.isEmpty();
    }

    /** True if the waiting messages are within the limit, so that another command may be answered. */
    boolean hasRoom() {
        return updateBytes + replyBytes <= limit;
    }

    /** True if so much waits that the client must be given up. */
    boolean overflows() {
        return updateBytes > HARD_FACTOR * limit || replies.size() > MAX_REPLIES;
    }

    /** Returns how many values were discarded since the previous call. */
    int takeConflated() {
        int count = conflated;
        conflated = 0;
        return count;
    }

    /** Removes the next message and returns its encoder, which needs no lock; null if no message waits. */
    @Nullable Supplier<String> next() {
        String reply = replies.poll();
        if (reply != null) {
            replyBytes -= reply.length();
            return () -> reply;
        }
        Iterator<Map.Entry<Integer, Pending>> first = updates.entrySet().iterator();
        if (!first.hasNext()) {
            return null;
        }
        Map.Entry<Integer, Pending> entry = first.next();
        int subscription = entry.getKey();
        Pending pending = entry.getValue();
        first.remove();
        shrink(pending.bytes);
        return () -> Frames.update(subscription, pending.data, pending.strict);
    }
}
