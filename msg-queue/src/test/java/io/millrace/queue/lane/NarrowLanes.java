// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.queue.DeadLetterStore;
import io.millrace.queue.QueueListener;
import io.millrace.queue.StandstillClock;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Engines that run four deliveries at once, with room for a few thousand messages that wait. */
public final class NarrowLanes {

    private static final int MAX_WAITING_BYTES = 2_000_000;

    private NarrowLanes() {}

    /** @param now the time of the engine, in nanoseconds */
    public static LaneEngine engine(DeadLetterStore letters, AtomicLong now) {
        return new LaneEngine(
                new LaneSettings(
                        4,
                        1 << 20,
                        MAX_WAITING_BYTES,
                        1 << 20,
                        1 << 24,
                        1 << 20,
                        8,
                        100,
                        Duration.ofHours(1),
                        Duration.ZERO),
                new LaneEngine.Environment(
                        letters,
                        QueueListener.NONE,
                        _ -> 1,
                        new StandstillClock(now::get),
                        now::get,
                        Clock.systemUTC(),
                        Runnable::run));
    }
}
