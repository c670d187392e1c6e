// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import io.millrace.actor.DeadLetter.Reason;
import org.jspecify.annotations.Nullable;

/** The one reference to an actor of this process. */
final class LocalRef<M> extends Ref<M> {

    private final ActorCell<M> cell;

    LocalRef(ActorCell<M> cell) {
        this.cell = cell;
    }

    @Override
    @Nullable Reason deliver(Object entry) {
        return cell.offer(entry);
    }

    @Override
    void lost(Object message, Reason reason) {
        cell.undelivered(message, reason);
    }

    @Override
    ActorCell<M> cell() {
        return cell;
    }

    @Override
    public String path() {
        return cell.path();
    }
}
