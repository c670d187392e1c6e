// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import io.millrace.actor.DeadLetter.Reason;
import org.jspecify.annotations.Nullable;

/** The address of a router: the sender's own thread takes a message to a routee, past the router's mailbox. */
abstract sealed class RouterRef<M> extends Ref<M> permits RoutingRef, ElasticRef {

    private final ActorCell<M> cell;

    RouterRef(ActorCell<M> cell) {
        this.cell = cell;
    }

    @Override
    abstract @Nullable Reason deliver(Object entry);

    @Override
    void lost(Object message, Reason reason) {
        cell.undelivered(message, reason);
    }

    @Override
    final ActorCell<M> cell() {
        return cell;
    }

    @Override
    public String path() {
        return cell.path();
    }
}
