// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.queue;

import io.millrace.queue.RetryPolicy;
import io.millrace.server.registry.queue.ProcessingStrategyType;

/**
 * What follows an attempt that did not succeed, as REST shows it.
 *
 * @param retries attempts after the first; 0 if there are none, or they are unlimited
 * @param unlimited true if retries never end
 * @param pauseBetweenRetries seconds before the first retry; they double with each further one
 * @param maxPauseBetweenRetries seconds of the longest pause
 */
record ProcessingView(
        ProcessingStrategyType type,
        int retries,
        boolean unlimited,
        long pauseBetweenRetries,
        long maxPauseBetweenRetries) {

    static ProcessingView of(RetryPolicy policy) {
        boolean unlimited = policy.maxAttempts() == RetryPolicy.UNLIMITED;
        return new ProcessingView(
                typeOf(policy),
                unlimited ? 0 : policy.maxAttempts() - 1,
                unlimited,
                policy.minBackoff().toSeconds(),
                policy.maxBackoff().toSeconds());
    }

    private static ProcessingStrategyType typeOf(RetryPolicy policy) {
        if (policy.discard()) {
            return ProcessingStrategyType.DROP;
        } else if (policy.onFailure() && policy.onTimeout()) {
            return ProcessingStrategyType.RETRY_FAILED_AND_TIMED_OUT;
        } else if (policy.onFailure()) {
            return ProcessingStrategyType.RETRY_FAILED;
        } else if (policy.onTimeout()) {
            return ProcessingStrategyType.RETRY_TIMED_OUT;
        }
        return ProcessingStrategyType.SKIP_ALL_FAILURES;
    }
}
