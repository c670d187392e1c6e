// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import java.util.concurrent.atomic.LongAdder;

/** Counts sign-ins that were refused before their password was checked. Thread-safe. */
public final class SignInStatistics {

    private final LongAdder throttled = new LongAdder();
    private final LongAdder busy = new LongAdder();

    /** Number of attempts that were refused because too many others had failed. */
    public long throttled() {
        return throttled.sum();
    }

    /** Number of passwords that were not hashed because too many others were waiting. */
    public long busy() {
        return busy.sum();
    }

    SignInException countThrottled() {
        throttled.increment();
        return SignInException.throttled();
    }

    SignInException countBusy() {
        busy.increment();
        return SignInException.busy();
    }
}
