// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.mailbox;

import io.millrace.actor.internal.delivery.Entry;
import java.util.Arrays;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One queue per level; entries of a level are taken when all more important levels are empty. Control entries go into
 * the least important level, so that each is taken after every entry that was there before it.
 */
final class PriorityQueue implements UserQueue {

    private final LinkedQueue[] levels;
    private final ToIntFunction<Object> level;

    PriorityQueue(int levels, ToIntFunction<Object> level) {
        this.levels = new LinkedQueue[levels];
        Arrays.setAll(this.levels, _ -> new LinkedQueue());
        this.level = level;
    }

    @Override
    public @Nullable Object put(Object message) {
        int wanted = level.applyAsInt(Entry.messageOf(message));
        return levels[Math.clamp(wanted, 0, levels.length - 1)].put(message);
    }

    @Override
    public void putControl(ControlEntry entry) {
        levels[levels.length - 1].putControl(entry);
    }

    @Override
    public @Nullable Object take() {
        for (LinkedQueue queue : levels) {
            Object entry = queue.take();
            if (entry != null) {
                return entry;
            }
        }
        return null;
    }

    @Override
    public boolean isEmpty() {
        return Arrays.stream(levels).allMatch(LinkedQueue::isEmpty);
    }

    @Override
    public int count() {
        return Arrays.stream(levels).mapToInt(LinkedQueue::count).sum();
    }

    @Override
    public int count(int limit) {
        int count = 0;
        for (LinkedQueue queue : levels) {
            count += queue.count(limit - count);
        }
        return count;
    }
}
