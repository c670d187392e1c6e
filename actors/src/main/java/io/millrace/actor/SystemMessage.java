// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/** What actors and their system tell each other about life and death: handled before any user message, even while suspended. */
sealed interface SystemMessage {

    Start START = new Start();
    Stop STOP = new Stop();

    /** What the actor awaits has come: its continuation is the next to run. */
    record Awaited(Control.Reentry reentry) implements SystemMessage {}

    /** Begins the first life. */
    record Start() implements SystemMessage {}

    /** Ends the actor. */
    record Stop() implements SystemMessage {}

    /** The parent failed: wait. */
    record Suspend() implements SystemMessage {}

    /** The parent is well again: takes one {@link Suspend} back. */
    record Resume() implements SystemMessage {}

    /** The parent's answer to a failure: go on as if nothing had happened. */
    record GoOn() implements SystemMessage {}

    /** The parent's answer to a failure: begin another life. */
    record Restart(Throwable cause) implements SystemMessage {}

    /** A sibling failed and the parent restarts all of them. */
    record RestartToo(Throwable cause) implements SystemMessage {}

    /**
     * A child failed and waits for a decision.
     *
     * @param begun whether it had started: if not, there is nothing that it could go on with
     */
    record ChildFailed(ActorCell<?> child, Throwable cause, boolean begun)
            implements SystemMessage {}

    /** A child has ended. */
    record ChildEnded(ActorCell<?> child) implements SystemMessage {}

    /** Another actor wants to be told of this one's end. */
    record Watch(ActorCell<?> watcher) implements SystemMessage {}

    /** Another actor does not want to be told any more. */
    record Unwatch(ActorCell<?> watcher) implements SystemMessage {}
}
