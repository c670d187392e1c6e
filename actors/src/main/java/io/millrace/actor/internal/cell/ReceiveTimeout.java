// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.cell;

import io.millrace.actor.time.Cancellable;
import io.millrace.actor.time.Scheduler;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A receive timeout of one life, and the control entry that reports it as due. A message only stores its time. A
 * timer that finds a later message sets itself again for the remaining time, so a message costs no timer.
 */
final class ReceiveTimeout extends CellEntry {

    private final Scheduler scheduler;
    private final Object message;
    private final long idleNanos;
    private final Consumer<ReceiveTimeout> due;
    private long lastMessage;
    private Cancellable timer;

    /**
     * @param message what the actor gets once it has been idle
     * @param due puts this entry into the mailbox of the actor
     */
    ReceiveTimeout(
            Scheduler scheduler, Duration idle, Object message, Consumer<ReceiveTimeout> due) {
        this.scheduler = scheduler;
        this.due = due;
        this.message = message;
        this.idleNanos = idle.toNanos();
        this.lastMessage = scheduler.nanoTime();
        this.timer = arm(idleNanos);
    }

    void noteMessage() {
        lastMessage = scheduler.nanoTime();
    }

    /** Sets the timer again; true if the actor has been idle for the whole time. */
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
        return scheduler.schedule(Duration.ofNanos(nanos), () -> due.accept(this));
    }
}
