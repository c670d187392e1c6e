// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps messages from a node whose calls keep timing out. Closed, it lets everything in and counts; open, it lets
 * nothing in; half open, it lets a few messages in to try the node. Safe for use by many threads.
 *
 * <p>Counting and admission are the library's. What is added here: one time-out ends a trial, so does a trial that is
 * never answered, and answers count only in the phase in which their calls began.
 */
final class NodeBreaker {

    /** Hears of changes, one at a time. */
    interface Watcher {

        /** It has opened. Not told again when a trial fails. */
        void opened(String reason, Duration pause);

        /** It has closed again. */
        void closed();

        /** Its node has ended while it was not closed. */
        void ended();
    }

    /**
     * A time in which the breaker does not change. A call that was under way when it opened says nothing about the
     * trials that follow, so a visit knows in which phase it went in.
     */
    static final class Phase {

        private final State state;
        private final String reason;
        private final Duration pause;
        private final long began;
        private volatile long lastTrial;

        private Phase(State state, String reason, Duration pause, long began) {
            this.state = state;
            this.reason = reason;
            this.pause = pause;
            this.began = began;
            this.lastTrial = began;
        }
    }

    private final BreakerSettings settings;
    private final LongSupplier ticker;
    private final Watcher watcher;

    /** Made for the first answer that came later: most nodes answer at once, and need none. */
    private volatile @Nullable CircuitBreaker circuit;

    private volatile Phase phase;

    /** A closed breaker; the ticker counts nanoseconds. */
    NodeBreaker(BreakerSettings settings, LongSupplier ticker, Watcher watcher) {
        this.settings = settings;
        this.ticker = ticker;
        this.watcher = watcher;
        this.phase = closedNow();
    }

    private CircuitBreaker circuit() {
        CircuitBreaker known = circuit;
        return known == null ? madeOnce() : known;
    }

    private synchronized CircuitBreaker madeOnce() {
        CircuitBreaker made = circuit;
        if (made == null) {
            // No listeners: with one, the library makes an event with a date for each answer.
            made =
                    CircuitBreaker.of(
                            "node",
                            CircuitBreakerConfig.custom()
                                    .slidingWindowType(SlidingWindowType.TIME_BASED)
                                    .slidingWindowSize(
                                            Math.toIntExact(settings.window().toSeconds()))
                                    .minimumNumberOfCalls(settings.leastAnswers())
                                    .failureRateThreshold(settings.percentTimedOut())
                                    .waitDurationInOpenState(settings.firstPause())
                                    .permittedNumberOfCallsInHalfOpenState(settings.trials())
                                    .clock(new TickerClock(ticker))
                                    .build());
            circuit = made;
        }
        return made;
    }

    private Phase closedNow() {
        return new Phase(State.CLOSED, "", Duration.ZERO, ticker.getAsLong());
    }

    /**
     * Lets a message in.
     *
     * @return the phase that {@link #answered} or {@link #withdrawn} must be told, or null: the message must not go in
     */
    @Nullable Phase admit() {
        CircuitBreaker known = circuit;
        if (known != null && !known.tryAcquirePermission()) {
            return null;
        }
        Phase now = current();
        if (now.state == State.HALF_OPEN) {
            now.lastTrial = ticker.getAsLong();
        }
        return now;
    }

    /** Why a message was not let in. */
    String refusal() {
        Phase now = current();
        long nanos = ticker.getAsLong();
        if (now.state == State.HALF_OPEN
                && nanos - now.lastTrial > settings.longestPause().toNanos()) {
            now = reopen(now, "a call to try it was never answered");
        }
        return switch (now.state) {
            case OPEN ->
                    "the node's breaker is open, since %s; it is tried again in %d s"
                            .formatted(
                                    now.reason,
                                    secondsUntil(now.began + now.pause.toNanos() - nanos));
            case HALF_OPEN ->
                    "the node's breaker is open, since %s; it is being tried again now"
                            .formatted(now.reason);
            // It is changing at this very moment.
            default -> "the node's breaker is open";
        };
    }

    private static long secondsUntil(long nanos) {
        return Math.max(1, Math.ceilDiv(nanos, TimeUnit.SECONDS.toNanos(1)));
    }

    /** How it is while it does not let everything in, or null: it does. */
    NodeState.@Nullable BreakerOpen open() {
        Phase now = current();
        return switch (now.state) {
            case OPEN -> {
                long left = now.began + now.pause.toNanos() - ticker.getAsLong();
                yield new NodeState.BreakerOpen(
                        now.reason, left > 0 ? Duration.ofNanos(left) : Duration.ZERO);
            }
            case HALF_OPEN -> new NodeState.BreakerOpen(now.reason, Duration.ZERO);
            default -> null;
        };
    }

    /** The answer to a call came, or it is too late for one. */
    void answered(Phase begunIn, boolean timedOut) {
        if (begunIn != phase) {
            return;
        }
        if (begunIn.state == State.HALF_OPEN) {
            tried(begunIn, timedOut);
        } else {
            count(timedOut);
            current();
        }
    }

    private void count(boolean timedOut) {
        // Without a duration: the library would open for slow answers, too.
        if (timedOut) {
            circuit().onError(0, NANOSECONDS, new TimeoutException());
        } else {
            circuit().onSuccess(0, NANOSECONDS);
        }
    }

    private synchronized void tried(Phase trial, boolean timedOut) {
        if (trial != phase) {
            return;
        }
        if (timedOut) {
            reopen(trial, "a call to try it timed out");
        } else {
            count(false);
            current();
        }
    }

    /** A message that was let in made no call after all, so it counts for nothing. */
    void withdrawn(Phase begunIn) {
        if (begunIn.state == State.HALF_OPEN && begunIn == phase) {
            circuit().releasePermission();
        }
    }

    private synchronized Phase reopen(Phase trial, String reason) {
        if (trial == phase) {
            Duration twice = trial.pause.multipliedBy(2);
            Duration longest = settings.longestPause();
            Duration pause = twice.compareTo(longest) < 0 ? twice : longest;
            circuit().transitionToOpenStateFor(pause);
            phase = new Phase(State.OPEN, reason, pause, ticker.getAsLong());
        }
        return phase;
    }

    /** The phase now: the library changes its state by itself. */
    private Phase current() {
        Phase known = phase;
        CircuitBreaker made = circuit;
        return made == null || known.state == made.getState() ? known : changed(made);
    }

    private synchronized Phase changed(CircuitBreaker made) {
        Phase before = phase;
        State state = made.getState();
        if (before.state == state) {
            return before;
        }
        long now = ticker.getAsLong();
        String reason = before.reason;
        Duration pause = before.pause;
        if (before.state == State.CLOSED) {
            CircuitBreaker.Metrics metrics = made.getMetrics();
            reason =
                    "%d of its last %d calls timed out"
                            .formatted(
                                    metrics.getNumberOfFailedCalls(),
                                    metrics.getNumberOfBufferedCalls());
            pause = settings.firstPause();
            watcher.opened(reason, pause);
        } else if (state == State.CLOSED) {
            watcher.closed();
        }
        Phase after = state == State.CLOSED ? closedNow() : new Phase(state, reason, pause, now);
        phase = after;
        return after;
    }

    /** The node has ended: nobody goes in any more. */
    synchronized void close() {
        if (phase.state != State.CLOSED) {
            watcher.ended();
        }
    }
}
