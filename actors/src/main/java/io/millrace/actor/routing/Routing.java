// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import io.millrace.actor.ActorRef;
import java.util.Objects;
import java.util.function.Function;

/**
 * How a router chooses among its routees. It runs on the threads of the senders, several at a time. Immutable, and without
 * state: one may serve any number of routers.
 *
 * @param <M> the messages of the routees
 */
public sealed interface Routing<M> {

    /** One after the other. When the routees change, it may begin anew. */
    static <M> Routing<M> roundRobin() {
        return new RoundRobin<>();
    }

    /** Any, each as likely as the others. */
    static <M> Routing<M> random() {
        return new Random<>();
    }

    /**
     * By a key: messages of one key go to one routee, as long as the routees stay the same. When one of n ends, its keys are
     * spread over the others, and all other keys stay where they are. Routers of equally many routees agree on the number of
     * the routee for a key.
     *
     * @param key of a message, by its {@link Object#hashCode}; may be null. Must be fast, safe for use by many threads, and
     *     must not throw: the sender would get the error
     */
    static <M> Routing<M> consistentHash(Function<? super M, ?> key) {
        return new ConsistentHash<>(key);
    }

    /**
     * To all. A message counts as delivered when all took it. Where some refused it, the others process it all the same, {@link
     * ActorRef#offer} is false, and {@link ActorRef#tell} makes one dead letter. Of the answers to a question the first
     * counts.
     */
    static <M> Routing<M> broadcast() {
        return new Broadcast<>();
    }

    /**
     * To one that is idle; where none is, to the one with the fewest messages waiting, of which no more than 64 are counted. It
     * looks at all routees for each message and at what was true a moment ago.
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
