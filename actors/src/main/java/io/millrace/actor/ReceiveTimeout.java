// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.time.Duration;

/**
 * A receive timeout of one life. A message only notes its time; a timer that finds that one came meanwhile sets itself
 * for the rest. So it costs one timer for each idle period and none for a message.
 */
final class ReceiveTimeout {

    private final Scheduler scheduler;
    private final ActorCell<?> cell;
    private final Object message;
    private final long idleNanos;
    private final Control.IdleCheck check = new Control.IdleCheck(this);
    private long lastMessage;
    private Cancellable timer;

    ReceiveTimeout(Scheduler scheduler, ActorCell<?> cell, Duration idle, Object message) {
        this.scheduler = scheduler;
        this.cell = cell;
        this.message = message;
        this.idleNanos = idle.toNanos();
        this.lastMessage = scheduler.nanoTime();
        this.timer = arm(idleNanos);
    }

    void noteMessage() {
        lastMessage = scheduler.nanoTime();
    }

    /** Sets the timer anew; whether the actor has been idle for long enough. */
    boolean isDue() {
        long rest = lastMessage + idleNanos - scheduler.nanoTime();
        if (rest > 0) {
            timer = arm(rest);
            return false;
        }
        noteMessage();
        timer = arm(idleNanos);
        return true;
    }

    Object message() {
        return message;
    }

    void cancel() {
        timer.cancel();
    }

    private Cancellable arm(long nanos) {
        return scheduler.schedule(Duration.ofNanos(nanos), () -> cell.offerControl(check));
    }
}
