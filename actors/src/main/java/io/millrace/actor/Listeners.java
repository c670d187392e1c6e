// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells several listeners, and does not let one of them disturb an actor. */
final class Listeners implements ActorSystemListener {

    private static final Logger log = LoggerFactory.getLogger(Listeners.class);

    private final List<ActorSystemListener> all;

    Listeners(List<ActorSystemListener> all) {
        this.all = List.copyOf(all);
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
    public void ran(ActorRef<?> actor, int messages, long nanos) {
        tell(listener -> listener.ran(actor, messages, nanos));
    }

    @Override
    public void deadLetter(DeadLetter letter) {
        tell(listener -> listener.deadLetter(letter));
    }

    private void tell(Consumer<ActorSystemListener> event) {
        for (ActorSystemListener listener : all) {
            try {
                event.accept(listener);
            } catch (RuntimeException e) {
                log.warn("Listener {} failed", listener.getClass().getName(), e);
            }
        }
    }
}
