// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.time.Duration;

/** What a parent has decided about one failure of a child. */
sealed interface Directive {

    record Resume() implements Directive {}

    record Stop() implements Directive {}

    record Escalate() implements Directive {}

    /** Zero: at once. */
    record Restart(Duration delay) implements Directive {}
}
