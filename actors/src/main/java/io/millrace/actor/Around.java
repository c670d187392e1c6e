// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands around an actor, outermost first. */
record Around(
        List<ReceiveMiddleware> onReceive,
        List<SendMiddleware> onSend,
        List<SpawnMiddleware> onSpawn,
        List<ContextDecorator> decorators) {

    static final Around NOTHING = new Around(List.of(), List.of(), List.of(), List.of());

    Around withReceive(ReceiveMiddleware middleware) {
        return new Around(append(onReceive, middleware), onSend, onSpawn, decorators);
    }

    Around withSend(SendMiddleware middleware) {
        return new Around(onReceive, append(onSend, middleware), onSpawn, decorators);
    }

    Around withSpawn(SpawnMiddleware middleware) {
        return new Around(onReceive, onSend, append(onSpawn, middleware), decorators);
    }

    Around withDecorator(ContextDecorator decorator) {
        return new Around(onReceive, onSend, onSpawn, append(decorators, decorator));
    }

    /** Sends through the middleware. */
    void send(ActorRef<?> to, Envelope envelope) {
        sendFrom(0, to, envelope);
    }

    private void sendFrom(int index, ActorRef<?> to, Envelope envelope) {
        if (index == onSend.size()) {
            Ref.of(to).send(envelope.asEntry());
        } else {
            onSend.get(index)
                    .send(to, envelope, (other, changed) -> sendFrom(index + 1, other, changed));
        }
    }

    /** Processes a message through the middleware. */
    void receive(Envelope envelope, ActorContext<?> context, ReceiveMiddleware.Next actor)
            throws Exception {
        receiveFrom(0, envelope, context, actor);
    }

    private void receiveFrom(
            int index, Envelope envelope, ActorContext<?> context, ReceiveMiddleware.Next actor)
            throws Exception {
        if (index == onReceive.size()) {
            actor.receive(envelope);
        } else {
            onReceive
                    .get(index)
                    .receive(
                            envelope,
                            context,
                            changed -> receiveFrom(index + 1, changed, context, actor));
        }
    }

    <C> Props<C> beforeSpawn(String parent, @Nullable String name, Props<C> props) {
        Props<C> changed = props;
        for (SpawnMiddleware middleware : onSpawn) {
            changed = middleware.spawn(parent, name, changed);
        }
        return changed;
    }

    <M> ActorContext<M> decorate(ActorContext<M> context) {
        ActorContext<M> decorated = context;
        for (ContextDecorator decorator : decorators) {
            decorated = decorator.decorate(decorated);
        }
        return decorated;
    }

    private static <E> List<E> append(List<E> before, E one) {
        List<E> all = new ArrayList<>(before);
        all.add(one);
        return List.copyOf(all);
    }
}
