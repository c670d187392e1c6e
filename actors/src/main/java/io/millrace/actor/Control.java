// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import org.jspecify.annotations.Nullable;

/** An entry of the library's own in the user queue: it keeps its place among the messages and no bound counts it. */
abstract sealed class Control {

    /** Something that the library does on the actor's own thread. */
    static final class Call extends Control {
        private final Runnable call;

        Call(Runnable call) {
            this.call = call;
        }

        void run() {
            call.run();
        }
    }

    /** Stands for a message that is fetched only when it can be processed at once. */
    abstract static non-sealed class Fetch extends Control {

        /** The message or envelope to process, or null: there is none. */
        abstract @Nullable Object fetch();

        /** What was fetched has been processed; runs before its failure is handled. */
        abstract void processed(boolean failed);
    }

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
