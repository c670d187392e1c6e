// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import io.millrace.actor.DeadLetter.Reason;
import java.util.Objects;

/** The one reference to an actor of this process; so identity is equality. */
final class LocalRef<M> implements ActorRef<M> {

    private final ActorCell<M> cell;

    LocalRef(ActorCell<M> cell) {
        this.cell = cell;
    }

    static ActorCell<?> cellOf(ActorRef<?> ref) {
        if (ref instanceof LocalRef<?> local) {
            return local.cell;
        }
        throw new IllegalArgumentException(
                "ref must come from an ActorSystem, not be a " + ref.getClass());
    }

    @Override
    public void tell(M message) {
        Reason refused = cell.offer(Objects.requireNonNull(message, "message"));
        if (refused != null) {
            cell.undelivered(message, refused);
        }
    }

    @Override
    public boolean offer(M message) {
        return cell.offer(Objects.requireNonNull(message, "message")) == null;
    }

    @Override
    public String path() {
        return cell.path();
    }

    @Override
    public String toString() {
        return path();
    }
}
