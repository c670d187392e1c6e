// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.cell;

import io.millrace.actor.internal.mailbox.ControlEntry;
import org.jspecify.annotations.Nullable;

/** The control entries that an actor's cell understands. */
public abstract sealed class CellEntry extends ControlEntry
        permits CellEntry.Call,
                CellEntry.Fetch,
                CellEntry.Poison,
                CellEntry.WatchedEnded,
                CellEntry.Reentry,
                ReceiveTimeout {

    /** Runs a task of the library on the actor's own thread. */
    public static final class Call extends CellEntry {
        private final Runnable task;

        public Call(Runnable task) {
            this.task = task;
        }

        void run() {
            task.run();
        }
    }

    /** A placeholder for a message that is fetched only when the actor can process it. */
    public abstract static non-sealed class Fetch extends CellEntry {

        /** The message or envelope to process, or null if there is none. */
        protected abstract @Nullable Object fetch();

        /** Called after the fetched message was processed, and before a failure is handled. */
        protected abstract void processed(boolean failed);
    }

    /** Stops the actor, or the routees of a router, once everything before this entry is processed. */
    static final class Poison extends CellEntry {}

    /** Reports the end of an actor that this one watches. */
    static final class WatchedEnded extends CellEntry {
        private final ActorCell<?> watched;

        WatchedEnded(ActorCell<?> watched) {
            this.watched = watched;
        }

        ActorCell<?> watched() {
            return watched;
        }
    }

    /** Runs a continuation of one life of the actor. */
    static final class Reentry extends CellEntry {
        private final CellContext<?> context;
        private final @Nullable Object during;
        private final Object continuation;
        private final Runnable call;

        /**
         * @param during the entry in process when the life registered the continuation, or null
         * @param continuation the continuation, for a dead letter if the life is over
         * @param call runs the continuation with its arguments
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
            context.setCurrent(during);
            try {
                call.run();
            } finally {
                context.clearCurrent();
            }
        }
    }
}
