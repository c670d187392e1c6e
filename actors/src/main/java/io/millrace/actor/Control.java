// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import org.jspecify.annotations.Nullable;

/** An entry of the library's own in the user queue: it keeps its place among the messages and no bound counts it. */
abstract sealed class Control {

    /** Stops the actor, or the routees of a router, when everything before it is processed. */
    static final class Poison extends Control {}

    /** An actor that this one watches has ended. */
    static final class WatchedEnded extends Control {
        private final ActorCell<?> watched;

        WatchedEnded(ActorCell<?> watched) {
            this.watched = watched;
        }

        ActorCell<?> watched() {
            return watched;
        }
    }

    /** A result that one life of the actor waits for. */
    static final class Reentry extends Control {
        private final CellContext<?> context;
        private final @Nullable Object during;
        private final Object continuation;
        private final Runnable call;

        /**
         * @param during what was in process when the life asked for it
         * @param call the continuation, with its arguments
         */
        Reentry(
                CellContext<?> context,
                @Nullable Object during,
                Object continuation,
                Runnable call) {
            this.context = context;
            this.during = during;
            this.continuation = continuation;
            this.call = call;
        }

        CellContext<?> context() {
            return context;
        }

        Object continuation() {
            return continuation;
        }

        void run() {
            context.goOnWith(during);
            try {
                call.run();
            } finally {
                context.finish();
            }
        }
    }

    /** A receive timeout: it may be due, unless a message came in between. */
    static final class IdleCheck extends Control {
        private final ReceiveTimeout timeout;

        IdleCheck(ReceiveTimeout timeout) {
            this.timeout = timeout;
        }

        ReceiveTimeout timeout() {
            return timeout;
        }
    }
}
