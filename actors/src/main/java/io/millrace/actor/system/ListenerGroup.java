// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.system;

import io.millrace.actor.ActorRef;
import io.millrace.actor.UndeliveredMessage;
import io.millrace.actor.internal.cell.LifecycleListener;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes events on to all listeners of a system. An exception that one throws is logged and disturbs no actor. */
final class ListenerGroup implements LifecycleListener {

    private static final Logger log = LoggerFactory.getLogger(ListenerGroup.class);

    private final ActorSystemListener[] all;

    ListenerGroup(List<ActorSystemListener> all) {
        this.all = all.toArray(ActorSystemListener[]::new);
    }

    /**
     * How many runs of mailboxes are timed: 0 for none, n for about one of n; as the most demanding listener wants
     * it.
     */
    int timedRuns() {
        return Arrays.stream(all)
                .mapToInt(ActorSystemListener::timedRuns)
                .filter(each -> each > 0)
                .min()
                .orElse(0);
    }

    @Override
    public void actorStarted(ActorRef<?> actor) {
        tell(listener -> listener.actorStarted(actor));
    }

    @Override
    public void actorStopped(ActorRef<?> actor) {
        tell(listener -> listener.actorStopped(actor));
    }

    @Override
    public void actorRestarted(ActorRef<?> actor, Throwable cause) {
        tell(listener -> listener.actorRestarted(actor, cause));
    }

    @Override
    public void actorFailed(ActorRef<?> actor, Throwable cause) {
        tell(listener -> listener.actorFailed(actor, cause));
    }

    @Override
    public void ran(ActorRef<?> actor, int entries, long nanos) {
        tell(listener -> listener.ran(actor, entries, nanos));
    }

    void deadLetter(UndeliveredMessage letter) {
        tell(listener -> listener.deadLetter(letter));
    }

    private void tell(Consumer<ActorSystemListener> event) {
        // An array: a list would allocate an iterator for each life of an actor.
        for (ActorSystemListener listener : all) {
            try {
                event.accept(listener);
            } catch (RuntimeException e) {
                log.warn("Listener {} failed", listener.getClass().getName(), e);
            }
        }
    }
}
