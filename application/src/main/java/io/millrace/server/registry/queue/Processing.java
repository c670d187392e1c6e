// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.millrace.queue.RetryPolicy;
import java.time.Duration;

/**
 * A queue's {@code processingStrategy}. Only strategies with retries look at the rest.
 *
 * @param retries attempts after the first, at least 1; 0 where they are unlimited
 * @param unlimited whether it never gives up; in the JSON only where it is so
 * @param failurePercentage kept for ThingsBoard's clients
 * @param pauseBetweenRetries seconds before the first retry; they double with each further one
 * @param maxPauseBetweenRetries seconds of the longest pause
 */
public record Processing(
        ProcessingStrategyType type,
        int retries,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean unlimited,
        double failurePercentage,
        int pauseBetweenRetries,
        int maxPauseBetweenRetries) {

    /** What the queue does. */
    public RetryPolicy policy() {
        return switch (type) {
            case SKIP_ALL_FAILURES, SKIP_ALL_FAILURES_AND_TIMED_OUT -> RetryPolicy.NONE;
            case DROP -> RetryPolicy.DROP;
            case RETRY_FAILED, RETRY_TIMED_OUT, RETRY_FAILED_AND_TIMED_OUT ->
                    new RetryPolicy(
                            unlimited ? RetryPolicy.UNLIMITED : 1 + retries,
                            type.retriesFailures(),
                            type.retriesTimeouts(),
                            Duration.ofSeconds(pauseBetweenRetries),
                            Duration.ofSeconds(maxPauseBetweenRetries),
                            false);
        };
    }
}
