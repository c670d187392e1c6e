// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import org.jspecify.annotations.Nullable;

/** A queue that somebody hears of. */
final class ListenedQueue implements UserQueue {

    private final UserQueue queue;
    private final MailboxListener listener;
    private boolean tookOne;

    ListenedQueue(UserQueue queue, MailboxListener listener) {
        this.queue = queue;
        this.listener = listener;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the very message: an equal one may have been displaced
    public @Nullable Object put(Object message) {
        Object lost = queue.put(message);
        if (lost != message && !REFUSED.equals(lost)) {
            listener.posted(Envelope.messageOf(message));
        }
        return lost;
    }

    @Override
    public void putControl(Control entry) {
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
        } else if (!(entry instanceof Control)) {
            tookOne = true;
            listener.received(Envelope.messageOf(entry));
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
