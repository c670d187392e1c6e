// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.cell;

import io.millrace.actor.UndeliveredMessage.Reason;
import org.jspecify.annotations.Nullable;

/** The reference to an actor that has its messages in its own mailbox. */
final class LocalRef<M> extends CellRef<M> {

    LocalRef(ActorCell<M> cell) {
        super(cell);
    }

    @Override
    public @Nullable Reason deliver(Object entry) {
        return cell().offer(entry);
    }
}
