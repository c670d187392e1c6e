// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.supervision;

import io.millrace.actor.supervision.Supervision;

/** An actor as the supervisor of its parent sees it. */
public interface SupervisedChild {

    /** The names from the root down to the child. */
    String path();

    /** Decides on a failure by a strategy and by the child's former failures. Only for the parent's thread. */
    Directive decide(Supervision supervision, Throwable cause);

    /** Lets the failed child continue with its next message. */
    void resumeAfterFailure();

    /** Lets the failed child begin another life. */
    void restart(Throwable cause);

    /** Lets the child begin another life because a sibling has failed. */
    void restartWithSibling(Throwable cause);

    /** Ends the child after its current message. */
    void stop();
}
