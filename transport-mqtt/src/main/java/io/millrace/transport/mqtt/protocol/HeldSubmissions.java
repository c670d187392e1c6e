// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.millrace.queue.MessageQueue.Admission;
import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.protocol.Reading.Pause;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Submits the messages of a connection in their order. If the queue has no room, the rest is held and retried, and
 * reading from the client is paused; the client stays connected. Used on the session's event loop only.
 */
final class HeldSubmissions {

    private static final Duration FIRST_RETRY = Duration.ofMillis(5);
    private static final Duration LAST_RETRY = Duration.ofMillis(200);

    private final Wire wire;
    private final Deque<PendingPublish> held = new ArrayDeque<>(1);
    private Duration retry = FIRST_RETRY;
    private @Nullable Future<?> nextRetry;

    HeldSubmissions(Wire wire) {
        this.wire = wire;
    }

    /** Submits a PUBLISH behind those that are held; {@link Admission#FULL} means that it is held, too. */
    Admission proceed(PendingPublish publish) {
        if (!held.isEmpty()) {
            held.add(publish);
            return Admission.FULL;
        }
        Admission admission = submit(publish);
        if (admission == Admission.FULL) {
            held.add(publish);
            if (wire.reading().pause(Pause.NO_ROOM)) {
                wire.metrics().connectionHeld();
            }
            retry = FIRST_RETRY;
            nextRetry = wire.schedule(retry, this::retry);
        }
        return admission;
    }

    private Admission submit(PendingPublish publish) {
        int before = publish.submission().accepted();
        Admission admission = publish.submission().proceed(publish);
        wire.metrics().messagesSubmitted(publish.submission().accepted() - before);
        switch (admission) {
            case ACCEPTED -> publish.submitted();
            case CLOSED -> publish.giveUp();
            case FULL -> {}
        }
        return admission;
    }

    private void retry() {
        while (!held.isEmpty()) {
            switch (submit(held.getFirst())) {
                case ACCEPTED -> held.removeFirst();
                case CLOSED -> {
                    held.removeFirst();
                    wire.close(CloseReason.SERVER_SHUTTING_DOWN);
                    return;
                }
                case FULL -> {
                    Duration twice = retry.multipliedBy(2);
                    retry = twice.compareTo(LAST_RETRY) < 0 ? twice : LAST_RETRY;
                    nextRetry = wire.schedule(retry, this::retry);
                    return;
                }
            }
        }
        release();
    }

    private void release() {
        if (wire.reading().resume(Pause.NO_ROOM)) {
            wire.metrics().connectionReleased();
        }
    }

    /** Gives up what is held. */
    void giveUp() {
        if (nextRetry != null) {
            nextRetry.cancel(false);
        }
        held.forEach(PendingPublish::giveUp);
        held.clear();
        release();
    }
}
