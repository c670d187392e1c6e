// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.mailbox;

import io.millrace.actor.internal.delivery.Entry;
import io.millrace.actor.mailbox.MailboxListener;
import org.jspecify.annotations.Nullable;

/** A queue that reports to a {@link MailboxListener}. */
final class ListenedQueue implements UserQueue {

    private final UserQueue queue;
    private final MailboxListener listener;
    private boolean tookOne;

    ListenedQueue(UserQueue queue, MailboxListener listener) {
        this.queue = queue;
        this.listener = listener;
    }

    @Override
    @SuppressWarnings(
            "ReferenceEquality") // identity: the dropped message may be an older, equal one
    public @Nullable Object put(Object message) {
        Object lost = queue.put(message);
        if (lost != message && !REFUSED.equals(lost)) {
            listener.posted(Entry.messageOf(message));
        }
        return lost;
    }

    @Override
    public void putControl(ControlEntry entry) {
        queue.putControl(entry);
    }

    @Override
    public @Nullable Object take() {
        Object entry = queue.take();
        if (entry == null) {
            if (tookOne) {
                tookOne = false;
                listener.empty();
            }
        } else if (!(entry instanceof ControlEntry)) {
            tookOne = true;
            listener.received(Entry.messageOf(entry));
        }
        return entry;
    }

    @Override
    public boolean isEmpty() {
        return queue.isEmpty();
    }

    @Override
    public int count() {
        return queue.count();
    }

    @Override
    public int count(int limit) {
        return queue.count(limit);
    }
}
