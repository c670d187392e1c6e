// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.time;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** A clock that stands still until a test moves it. Safe for use by several threads. */
public final class ManualScheduler implements Scheduler {

    private final PriorityQueue<Entry> due =
            new PriorityQueue<>(
                    Comparator.comparingLong(Entry::at).thenComparingLong(Entry::sequence));
    private long now;
    private long sequence;
    private boolean closed;

    @Override
    public synchronized long nanoTime() {
        return now;
    }

    @Override
    public synchronized Cancellable schedule(Duration delay, Runnable task) {
        Entry entry = new Entry(now + delay.toNanos(), sequence++, task);
        if (!closed) {
            due.add(entry);
        }
        return () -> remove(entry);
    }

    /** Moves the clock forward, and runs the tasks that become due, in order, on the calling thread. */
    public void advance(Duration by) {
        long until = nanoTime() + by.toNanos();
        for (Entry entry = next(until); entry != null; entry = next(until)) {
            entry.task.run();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        due.clear();
    }

    private synchronized @Nullable Entry next(long until) {
        Entry entry = due.peek();
        if (entry == null || entry.at > until) {
            now = Math.max(now, until);
            return null;
        }
        now = Math.max(now, entry.at);
        return due.poll();
    }

    private synchronized boolean remove(Entry entry) {
        return due.remove(entry);
    }

    private record Entry(long at, long sequence, Runnable task) {}
}
