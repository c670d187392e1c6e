// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import io.millrace.actor.Actor;
import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Envelope;
import io.millrace.actor.internal.delivery.Entry;

/** The actor of a router: forwards messages that had to wait, and removes ended routees from the routes. */
abstract class RoutingActor<M> implements Actor<M> {

    @Override
    public final void receive(M message, ActorContext<M> context) {
        Envelope envelope = new Envelope(message, context.sender(), context.headers());
        RoutingRef.of(context).passOn(Entry.of(envelope));
    }

    @Override
    public void terminated(ActorRef<?> watched, ActorContext<M> context) {
        RoutingRef.of(context).remove(watched);
    }
}
