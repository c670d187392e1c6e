// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message with its sender and headers, as middleware sees it.
 *
 * @param message the message itself
 * @param sender the recipient of an answer, or null if no answer is wanted
 * @param headers the headers; {@link Headers#NONE} if there are none
 */
public record Envelope(Object message, @Nullable ActorRef<?> sender, Headers headers) {

    public Envelope {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(headers, "headers");
    }

    /** This envelope with another message. */
    public Envelope withMessage(Object other) {
        return new Envelope(other, sender, headers);
    }

    /** This envelope with other headers. */
    public Envelope withHeaders(Headers other) {
        return new Envelope(message, sender, other);
    }
}
