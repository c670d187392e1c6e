// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import java.time.Duration;

/** What the pool does about a call that does not end although it was stopped. */
public enum HangPolicy {

    /** Abandons the thread and replaces it, within a bound. */
    ABANDON(Duration.ofSeconds(5)),

    /** Tells the caller, which ends the process. */
    REPORT(Duration.ofMillis(200));

    private final Duration grace;

    HangPolicy(Duration grace) {
        this.grace = grace;
    }

    /** Time from the stop until the call is taken for one that does not end. */
    Duration grace() {
        return grace;
    }
}
