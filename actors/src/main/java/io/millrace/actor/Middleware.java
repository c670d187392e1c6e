// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.util.ArrayList;
import java.util.List;

/**
 * The middleware and context decorators of an actor, in the order in which they were given. Immutable.
 *
 * @param onReceive around the processing of each message
 * @param onSend around each message that the actor sends through its context
 * @param onSpawn before each child is made
 * @param decorators around the context that the actor sees
 */
public record Middleware(
        List<ReceiveMiddleware> onReceive,
        List<SendMiddleware> onSend,
        List<SpawnMiddleware> onSpawn,
        List<ContextDecorator> decorators) {

    /** No middleware. */
    public static final Middleware NONE =
            new Middleware(List.of(), List.of(), List.of(), List.of());

    public Middleware {
        onReceive = List.copyOf(onReceive);
        onSend = List.copyOf(onSend);
        onSpawn = List.copyOf(onSpawn);
        decorators = List.copyOf(decorators);
    }

    /** Adds an innermost receive middleware. */
    public Middleware withReceive(ReceiveMiddleware middleware) {
        return new Middleware(append(onReceive, middleware), onSend, onSpawn, decorators);
    }

    /** Adds an innermost send middleware. */
    public Middleware withSend(SendMiddleware middleware) {
        return new Middleware(onReceive, append(onSend, middleware), onSpawn, decorators);
    }

    /** Adds an innermost spawn middleware. */
    public Middleware withSpawn(SpawnMiddleware middleware) {
        return new Middleware(onReceive, onSend, append(onSpawn, middleware), decorators);
    }

    /** Adds an outermost context decorator: the one nearest to the actor. */
    public Middleware withDecorator(ContextDecorator decorator) {
        return new Middleware(onReceive, onSend, onSpawn, append(decorators, decorator));
    }

    private static <E> List<E> append(List<E> before, E last) {
        List<E> all = new ArrayList<>(before);
        all.add(last);
        return all;
    }
}
