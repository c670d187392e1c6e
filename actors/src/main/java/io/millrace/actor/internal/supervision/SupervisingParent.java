// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.supervision;

import io.millrace.actor.supervision.Supervision;
import java.time.Duration;
import java.util.Collection;

/** An actor as the supervisor of its children sees it. */
public interface SupervisingParent {

    /** The actor's strategy for failed children. */
    Supervision supervision();

    /** The children that have not ended; a copy. */
    Collection<? extends SupervisedChild> children();

    /** True if the actor is the top of the tree and so has no parent to escalate to. */
    boolean isRoot();

    /** Runs a task after a delay, on a thread of the scheduler. */
    void runAfter(Duration delay, Runnable task);
}
