// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.millrace.message.RuleMessage;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Source;
import java.util.List;

/** The messages of one PUBLISH that are submitted to the queue one after the other. */
final class Submission {

    private final MessageQueue queue;
    private final List<RuleMessage> messages;
    private final PendingAck ack;
    private int accepted;

    Submission(MessageQueue queue, List<RuleMessage> messages, PendingAck ack) {
        this.queue = queue;
        this.messages = messages;
        this.ack = ack;
    }

    /** Submits as many messages as the queue accepts; returns {@link Admission#ACCEPTED} when all are accepted. */
    Admission proceed() {
        while (accepted < messages.size()) {
            Admission admission = queue.submit(messages.get(accepted), Source.DEVICE, ack);
            if (admission != Admission.ACCEPTED) {
                return admission;
            }
            accepted++;
        }
        ack.submitted(0);
        return Admission.ACCEPTED;
    }

    int accepted() {
        return accepted;
    }

    /**
     * Gives up the messages that the queue has not taken. Those that the client will not send again are counted as
     * lost.
     */
    void giveUp() {
        boolean sentAgain = ack.wantsPubAck();
        if (!sentAgain) {
            messages.subList(accepted, messages.size())
                    .forEach(message -> queue.drop(message, Source.DEVICE));
        }
        ack.answered();
        ack.submitted(messages.size() - accepted);
    }
}
