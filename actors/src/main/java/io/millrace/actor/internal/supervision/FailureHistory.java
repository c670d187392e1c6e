// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.supervision;

import io.millrace.actor.supervision.Supervision;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadLocalRandom;

/** The former failures of one child, by which its parent decides on the next one. Only for the parent's thread. */
public final class FailureHistory {

    private static final int MOST_DOUBLINGS = 32;

    private final Deque<Long> restarts = new ArrayDeque<>();
    private int doublings;
    private long quietSince;

    /** Decides on the next failure and remembers it. */
    public Directive decide(Supervision supervision, Throwable cause, long now) {
        return switch (supervision) {
            case Supervision.Resume() -> new Directive.Resume();
            case Supervision.Stop() -> new Directive.Stop();
            case Supervision.Escalate() -> new Directive.Escalate();
            case Supervision.Restart(int maxRestarts, Duration window) ->
                    restart(maxRestarts, window.toNanos(), now);
            case Supervision.Backoff backoff -> new Directive.Restart(delay(backoff, now));
            case Supervision.AllForOne(var each) -> decide(each, cause, now);
            case Supervision.Decide(var decider) -> {
                try {
                    yield decide(decider.apply(cause), cause, now);
                } catch (RuntimeException e) {
                    cause.addSuppressed(e);
                    yield new Directive.Escalate();
                }
            }
        };
    }

    private Directive restart(int maxRestarts, long window, long now) {
        while (!restarts.isEmpty() && now - restarts.peekFirst() >= window) {
            restarts.removeFirst();
        }
        if (restarts.size() >= maxRestarts) {
            return new Directive.Stop();
        }
        restarts.addLast(now);
        return new Directive.Restart(Duration.ZERO);
    }

    private Duration delay(Supervision.Backoff backoff, long now) {
        double longest = backoff.longest().toNanos();
        if (now - quietSince >= longest) {
            doublings = 0;
        }
        double exact = Math.min(longest, backoff.first().toNanos() * Math.pow(2, doublings));
        doublings = Math.min(doublings + 1, MOST_DOUBLINGS);
        double factor = 1 + backoff.jitter() * (2 * ThreadLocalRandom.current().nextDouble() - 1);
        long delay = (long) (exact * factor);
        quietSince = now + delay;
        return Duration.ofNanos(delay);
    }
}
