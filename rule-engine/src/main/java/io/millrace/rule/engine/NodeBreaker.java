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
 * A circuit breaker that keeps messages from a node whose calls keep timing out. Closed, it admits all and counts
 * timeouts; open, it admits none; half open, it admits a few messages as trials. Safe for use by many threads.
 *
 * <p>Counting and admission are done by the library (Resilience4j). This class adds: one timeout fails a trial, so does
 * a trial that is never answered, and answers count only in the phase in which their calls began.
 */
final class NodeBreaker {

    /** Is notified of changes, one at a time. */
    interface Watcher {

        /** The breaker has opened. Not called again when a trial fails. */
        void opened(String reason, Duration pause);

        /** The breaker has closed again. */
        void closed();

        /** The node has stopped while the breaker was not closed. */
        void ended();
    }

    /**
     * A period in which the breaker's state does not change. A call that was under way when the breaker opened must not
     * count as a trial, so each visit keeps the phase in which it entered.
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

    /** Created for the first answer that comes later; most nodes answer at once and need none. */
    private volatile @Nullable CircuitBreaker circuit;

    private volatile Phase phase;

    /** Creates a closed breaker; the ticker counts nanoseconds. */
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
            // No listeners: with one, the library creates an event with a date for each answer.
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
     * Admits a message.
     *
     * @return the phase to pass to {@link #answered} or {@link #withdrawn} later, or null: the message is refused
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

    /** Returns the reason why a message was refused. */
    String refusal() {
        Phase now = current();
        long nanos = ticker.getAsLong();
        if (now.state == State.HALF_OPEN
                && nanos - now.lastTrial > settings.longestPause().toNanos()) {
            now = reopen(now, "a trial call was never answered");
        }
        return switch (now.state) {
            case OPEN ->
                    "the node's breaker is open because %s; the next trial is in %d s"
                            .formatted(
                                    now.reason,
                                    secondsUntil(now.began + now.pause.toNanos() - nanos));
            case HALF_OPEN ->
                    "the node's breaker is open because %s; a trial is running now"
                            .formatted(now.reason);
            // The state is changing at this moment.
            default -> "the node's breaker is open";
        };
    }

    private static long secondsUntil(long nanos) {
        return Math.max(1, Math.ceilDiv(nanos, TimeUnit.SECONDS.toNanos(1)));
    }

    /** The breaker's state while it does not admit all messages, or null. */
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

    /** Notes the answer to a call, or that the call timed out. */
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
        // Without a duration, because otherwise the library would also open for slow answers.
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
            reopen(trial, "a trial call timed out");
        } else {
            count(false);
            current();
        }
    }

    /** Notes that an admitted message made no call, so it is not counted. */
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

    /** Returns the current phase; the library changes its state by itself. */
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

    /** Notes that the node has stopped; no message enters it any more. */
    synchronized void close() {
        if (phase.state != State.CLOSED) {
            watcher.ended();
        }
    }
}
