// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import java.time.Duration;
import java.util.Objects;

/**
 * A named queue.
 *
 * @param name the queue's name
 * @param deadline how long an attempt may take, not counting the time in which a store was away
 * @param retry what follows an attempt that did not succeed
 */
public record QueueDefinition(String name, Duration deadline, RetryPolicy retry) {

    /** Where messages go that name no queue: pipelined, one attempt, ten seconds. */
    public static final QueueDefinition MAIN =
            new QueueDefinition("Main", Duration.ofSeconds(10), RetryPolicy.NONE);

    public QueueDefinition {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(retry, "retry");
        if (!deadline.isPositive()) {
            throw new IllegalArgumentException("expected a positive deadline, but got " + deadline);
        }
    }

    /** The deadline as a person reads it. */
    public String deadlineText() {
        return deadline.toMillis() % 1_000 == 0
                ? deadline.toSeconds() + " s"
                : deadline.toMillis() + " ms";
    }
}
