// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How a system ends: nothing is taken from outside any more, the actors empty their mailboxes, and then they are stopped.
 * It waits for threads, so it goes by the machine's time.
 */
final class Shutdown {

    private static final long SHORTEST_WAIT_NANOS = 500_000;
    private static final long LONGEST_WAIT_NANOS = 50_000_000;
    private static final long GRACE_NANOS = 1_000_000_000;

    private final ActorCell<?> root;
    private final DeadLetters deadLetters;
    private final AtomicLong activity;
    private final CountDownLatch rootEnded;

    /**
     * @param activity changes whenever a mailbox begins or ends to run
     * @param rootEnded opens when the last actor has ended
     */
    Shutdown(
            ActorCell<?> root,
            DeadLetters deadLetters,
            AtomicLong activity,
            CountDownLatch rootEnded) {
        this.root = root;
        this.deadLetters = deadLetters;
        this.activity = activity;
        this.rootEnded = rootEnded;
    }

    /** Returns after the deadline and a second of grace at the latest. */
    StopReport run(Duration deadline) {
        long start = System.nanoTime();
        awaitQuiet(start + deadline.toNanos());
        long unprocessed = deadLetters.unprocessed();
        root.stop();
        await(Math.max(GRACE_NANOS, start + deadline.toNanos() - System.nanoTime()));
        return report(
                Duration.ofNanos(System.nanoTime() - start),
                deadLetters.unprocessed() - unprocessed);
    }

    private void awaitQuiet(long end) {
        long wait = SHORTEST_WAIT_NANOS;
        while (!isQuiet()) {
            long rest = end - System.nanoTime();
            if (rest <= 0
                    || await(Math.min(wait, rest))
                    || Thread.currentThread().isInterrupted()) {
                return;
            }
            wait = Math.min(2 * wait, LONGEST_WAIT_NANOS);
        }
    }

    /**
     * A message that is under way is in a mailbox or in a running actor. A walk that finds all idle could still have
     * missed one that went from an actor not yet visited to one visited before; but then a run ended during the walk.
     */
    private boolean isQuiet() {
        long before = activity.get();
        return root.withDescendants().stream().allMatch(ActorCell::isQuiet)
                && activity.get() == before;
    }

    private StopReport report(Duration took, long deadLettered) {
        if (rootEnded.getCount() == 0) {
            return new StopReport(took, deadLettered, 0, List.of());
        }
        List<ActorCell<?>> left = root.withDescendants();
        long waiting = left.stream().mapToLong(ActorCell::waitingMessages).sum();
        List<String> blocked =
                left.stream().filter(ActorCell::isRunning).map(ActorCell::path).toList();
        return new StopReport(took, deadLettered + waiting, left.size() - 1, blocked);
    }

    private boolean await(long nanos) {
        try {
            return rootEnded.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
