// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.cell;

import io.millrace.actor.internal.supervision.ChildFailure;

/**
 * The messages by which actors and their system start, suspend, restart, stop and watch actors. An actor handles them
 * before any user message, even while it is suspended.
 */
sealed interface SystemMessage {

    Start START = new Start();
    Stop STOP = new Stop();

    /** The awaited stage has completed; its continuation is the next entry to run. */
    record Awaited(CellEntry.Reentry reentry) implements SystemMessage {}

    /** Begins the first life. */
    record Start() implements SystemMessage {}

    /** Ends the actor. */
    record Stop() implements SystemMessage {}

    /** The parent has failed; its children process no messages until it has recovered. */
    record SuspendWithParent() implements SystemMessage {}

    /** The parent has recovered; takes back one {@link SuspendWithParent}. */
    record ResumeWithParent() implements SystemMessage {}

    /** The parent's decision on a failure: continue with the next message. */
    record ResumeAfterFailure() implements SystemMessage {}

    /** The parent's decision on a failure: begin another life. */
    record Restart(Throwable cause) implements SystemMessage {}

    /** A sibling has failed, and the parent restarts all its children. */
    record RestartWithSibling(Throwable cause) implements SystemMessage {}

    /** A child has failed; the parent must decide. */
    record ChildFailed(ChildFailure failure) implements SystemMessage {}

    /** A child has ended. */
    record ChildEnded(ActorCell<?> child) implements SystemMessage {}

    /** Registers another actor to be notified of the end of this one. */
    record Watch(ActorCell<?> watcher) implements SystemMessage {}

    /** Takes back a {@link Watch}. */
    record Unwatch(ActorCell<?> watcher) implements SystemMessage {}
}
