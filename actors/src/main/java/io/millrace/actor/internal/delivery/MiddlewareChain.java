// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.delivery;

import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.actor.ContextDecorator;
import io.millrace.actor.Envelope;
import io.millrace.actor.Middleware;
import io.millrace.actor.Props;
import io.millrace.actor.ReceiveMiddleware;
import io.millrace.actor.SpawnMiddleware;
import org.jspecify.annotations.Nullable;

/** Runs middleware, one around the next. */
public final class MiddlewareChain {

    private MiddlewareChain() {}

    /** Sends a message through the send middleware and then to its recipient. */
    public static void send(Middleware middleware, ActorRef<?> to, Envelope envelope) {
        sendFrom(0, middleware, to, envelope);
    }

    private static void sendFrom(
            int index, Middleware middleware, ActorRef<?> to, Envelope envelope) {
        if (index == middleware.onSend().size()) {
            Ref.of(to).send(Entry.of(envelope));
        } else {
            middleware
                    .onSend()
                    .get(index)
                    .send(
                            to,
                            envelope,
                            (other, changed) -> sendFrom(index + 1, middleware, other, changed));
        }
    }

    /** Processes a message through the receive middleware and then by the actor. */
    public static void receive(
            Middleware middleware,
            Envelope envelope,
            ActorContext<?> context,
            ReceiveMiddleware.Next actor)
            throws Exception {
        receiveFrom(0, middleware, envelope, context, actor);
    }

    private static void receiveFrom(
            int index,
            Middleware middleware,
            Envelope envelope,
            ActorContext<?> context,
            ReceiveMiddleware.Next actor)
            throws Exception {
        if (index == middleware.onReceive().size()) {
            actor.receive(envelope);
        } else {
            middleware
                    .onReceive()
                    .get(index)
                    .receive(
                            envelope,
                            context,
                            changed -> receiveFrom(index + 1, middleware, changed, context, actor));
        }
    }

    /** The recipe of a child after the spawn middleware has changed it. */
    public static <C> Props<C> beforeSpawn(
            Middleware middleware, String parent, @Nullable String name, Props<C> props) {
        Props<C> changed = props;
        for (SpawnMiddleware each : middleware.onSpawn()) {
            changed = each.spawn(parent, name, changed);
        }
        return changed;
    }

    /** The context that the actor sees, with the decorators around it. */
    public static <M> ActorContext<M> decorate(Middleware middleware, ActorContext<M> context) {
        ActorContext<M> decorated = context;
        for (ContextDecorator decorator : middleware.decorators()) {
            decorated = decorator.decorate(decorated);
        }
        return decorated;
    }
}
