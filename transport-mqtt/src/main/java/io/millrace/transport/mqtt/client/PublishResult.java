// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.client;

import java.util.concurrent.CompletionStage;

/** What becomes of a message that a client has published. */
public sealed interface PublishResult {

    /** The message has been processed. */
    Handled HANDLED = new Handled();

    /** The message has been processed and is acknowledged at once. */
    record Handled() implements PublishResult {}

    /** The message is acknowledged when all messages that it contains are safe in the queue. */
    record Submit(Submission submission) implements PublishResult {}

    /** The result comes later, on any thread. If the stage fails, the connection ends with an internal error. */
    record Later(CompletionStage<PublishResult> result) implements PublishResult {}

    /**
     * The message is refused, and the client learns it: by a reason code in MQTT 5, or else by the end of the
     * connection.
     *
     * @param detail what was wrong, for people; sent as reason string
     * @param isAcknowledged true if a client before MQTT 5 gets an acknowledgement instead of the end of its connection,
     *     as the profile of its device asks
     */
    record Refused(PublishRefusal reason, String detail, boolean isAcknowledged)
            implements PublishResult {

        /** A refusal that the client learns of. */
        public Refused(PublishRefusal reason, String detail) {
            this(reason, detail, false);
        }
    }
}
