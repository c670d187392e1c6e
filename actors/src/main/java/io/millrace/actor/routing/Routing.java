// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import io.millrace.actor.ActorRef;
import java.util.Objects;
import java.util.function.Function;

/**
 * The strategy by which a router chooses among its routees. It runs on the threads of the senders, several at a time.
 * Immutable and stateless: one object serves any number of routers.
 *
 * @param <M> the messages of the routees
 */
public sealed interface Routing<M> {

    /** One after the other. It may start anew when the routees change. */
    static <M> Routing<M> roundRobin() {
        return new RoundRobin<>();
    }

    /** At random, each routee equally likely. */
    static <M> Routing<M> random() {
        return new Random<>();
    }

    /**
     * By a key: messages of one key go to one routee as long as the routees stay the same. When one of n ends, its
     * keys are spread over the others, and all other keys stay. Routers with the same number of routees map a key to
     * the same index.
     *
     * @param key the key of a message, compared by its {@link Object#hashCode}; may be null. Must be fast and
     *     thread-safe, and must not throw: the sender would get the exception
     */
    static <M> Routing<M> consistentHash(Function<? super M, ?> key) {
        return new ConsistentHash<>(key);
    }

    /**
     * To all routees. A message counts as delivered if all took it. If some refused it, the others process it
     * nevertheless, {@link ActorRef#offer} returns false, and {@link ActorRef#tell} makes one dead letter. The first
     * answer to a question counts.
     */
    static <M> Routing<M> broadcast() {
        return new Broadcast<>();
    }

    /**
     * To an idle routee; if none is idle, to the one with the fewest waiting messages, counted up to 64. It looks at
     * all routees for each message, and their state may have changed a moment later.
     */
    static <M> Routing<M> smallestMailbox() {
        return new SmallestMailbox<>();
    }

    /** See {@link #roundRobin}. */
    record RoundRobin<M>() implements Routing<M> {}

    /** See {@link #random}. */
    record Random<M>() implements Routing<M> {}

    /** See {@link #consistentHash}. */
    record ConsistentHash<M>(Function<? super M, ?> key) implements Routing<M> {
        public ConsistentHash {
            Objects.requireNonNull(key, "key");
        }
    }

    /** See {@link #broadcast}. */
    record Broadcast<M>() implements Routing<M> {}

    /** See {@link #smallestMailbox}. */
    record SmallestMailbox<M>() implements Routing<M> {}
}
