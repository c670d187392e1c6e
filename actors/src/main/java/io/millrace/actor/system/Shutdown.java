// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.system;

import io.millrace.actor.internal.cell.ActorCell;
import io.millrace.actor.internal.cell.SystemServices;
import java.time.Duration;
import java.util.List;

/**
 * The end of one system: waits until its actors have emptied their mailboxes, and then stops them. It waits for
 * threads, so it uses the machine's clock and not the system's scheduler.
 */
final class Shutdown {

    private static final long SHORTEST_WAIT_NANOS = 500_000;
    private static final long LONGEST_WAIT_NANOS = 50_000_000;
    private static final long GRACE_NANOS = 1_000_000_000;

    private final ActorCell<?> root;
    private final DeadLetters deadLetters;
    private final SystemServices services;

    /**
     * @param services of a system that is already closed to the outside
     */
    Shutdown(ActorCell<?> root, DeadLetters deadLetters, SystemServices services) {
        this.root = root;
        this.deadLetters = deadLetters;
        this.services = services;
    }

    /** Ends the system; returns at the latest one second after the deadline. */
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
     * True if no message is under way. Each is in a mailbox or in a running actor. A walk that finds all actors idle
     * may miss a message that an actor not visited yet sends to one already visited; but then a run ends during the
     * walk.
     */
    private boolean isQuiet() {
        long before = services.activity();
        return root.withDescendants().stream().allMatch(ActorCell::isQuiet)
                && services.activity() == before;
    }

    private StopReport report(Duration took, long deadLettered) {
        if (services.hasEnded()) {
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
            return services.awaitEnd(nanos);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
