// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message with what travels beside it. Messages that have nothing beside them travel without one; middleware sees them
 * in one all the same.
 *
 * @param message what was sent
 * @param sender who gets an answer, or null: nobody
 * @param headers what else travels with it
 */
public record Envelope(Object message, @Nullable ActorRef<?> sender, Headers headers) {

    public Envelope {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(headers, "headers");
    }

    /** The same with another message. */
    public Envelope withMessage(Object other) {
        return new Envelope(other, sender, headers);
    }

    /** The same with other headers. */
    public Envelope withHeaders(Headers other) {
        return new Envelope(message, sender, other);
    }

    /** What stands in a mailbox, as an envelope. */
    static Envelope of(Object entry) {
        return entry instanceof Envelope envelope
                ? envelope
                : new Envelope(entry, null, Headers.NONE);
    }

    /** The message of what stands in a mailbox. */
    static Object messageOf(Object entry) {
        return entry instanceof Envelope envelope ? envelope.message : entry;
    }

    /** What is put into a mailbox: the message alone where nothing goes with it. */
    Object asEntry() {
        return sender == null && headers.isEmpty() ? message : this;
    }
}
