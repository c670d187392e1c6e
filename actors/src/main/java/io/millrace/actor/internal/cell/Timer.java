// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.cell;

import io.millrace.actor.time.Cancellable;
import io.millrace.actor.time.Scheduler;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A task that is due once or at a fixed rate. It is a member of a set until it is over. */
final class Timer implements Cancellable {

    private final Scheduler scheduler;
    private final Set<Timer> timers;
    private final @Nullable Duration interval;
    private final Runnable task;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable Cancellable entry;
    private long dueAt;

    /**
     * @param timers the set; concurrent
     * @param interval the interval of the fixed rate, or null for a task that is due once
     */
    Timer(Scheduler scheduler, Set<Timer> timers, @Nullable Duration interval, Runnable task) {
        this.scheduler = scheduler;
        this.timers = timers;
        this.interval = interval;
        this.task = task;
    }

    void start(Duration delay) {
        timers.add(this);
        dueAt = scheduler.nanoTime() + delay.toNanos();
        entry = scheduler.schedule(delay, this::due);
    }

    private void due() {
        if (interval == null) {
            if (end()) {
                task.run();
            }
        } else if (!over.get()) {
            task.run();
            dueAt += interval.toNanos();
            long rest = Math.max(0, dueAt - scheduler.nanoTime());
            entry = scheduler.schedule(Duration.ofNanos(rest), this::due);
            if (over.get()) {
                cancelScheduled();
            }
        }
    }

    @Override
    public boolean cancel() {
        boolean inTime = end();
        cancelScheduled();
        return inTime;
    }

    private boolean end() {
        timers.remove(this);
        return over.compareAndSet(false, true);
    }

    private void cancelScheduled() {
        Cancellable scheduled = entry;
        if (scheduled != null) {
            scheduled.cancel();
        }
    }
}
