// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.delivery;

import io.millrace.actor.Envelope;
import io.millrace.actor.Headers;

/**
 * A message on its way to a mailbox: an {@link Envelope} if it has a sender or headers, otherwise the message alone,
 * so that a plain message costs no allocation.
 */
public final class Entry {

    private Entry() {}

    /** The entry for an envelope: the message alone if the envelope has neither sender nor headers. */
    public static Object of(Envelope envelope) {
        return envelope.sender() == null && envelope.headers().isEmpty()
                ? envelope.message()
                : envelope;
    }

    /** The message of an entry. */
    public static Object messageOf(Object entry) {
        return entry instanceof Envelope envelope ? envelope.message() : entry;
    }

    /** The envelope of an entry; a new one if the entry is a message alone. */
    public static Envelope envelopeOf(Object entry) {
        return entry instanceof Envelope envelope
                ? envelope
                : new Envelope(entry, null, Headers.NONE);
    }
}
