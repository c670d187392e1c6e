// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.supervision;

import java.time.Duration;

/** A parent's decision on one failure of a child. */
public sealed interface Directive {

    /** The child continues with its next message. */
    record Resume() implements Directive {}

    /** The child ends. */
    record Stop() implements Directive {}

    /** The failure becomes the parent's own. */
    record Escalate() implements Directive {}

    /**
     * The child begins another life.
     *
     * @param delay the time until then; zero restarts at once
     */
    record Restart(Duration delay) implements Directive {}
}
