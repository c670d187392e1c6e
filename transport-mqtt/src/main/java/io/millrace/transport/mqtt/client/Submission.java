// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.client;

import io.millrace.message.RuleMessage;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Receipt;
import io.millrace.queue.Source;
import java.util.List;

/** The messages of one PUBLISH that are submitted to the queue one after the other. Used on one event loop only. */
public final class Submission {

    private final MessageQueue queue;
    private final List<RuleMessage> messages;
    private int accepted;

    /** @param messages at least one */
    public Submission(MessageQueue queue, List<RuleMessage> messages) {
        this.queue = queue;
        this.messages = messages;
    }

    /** Number of messages. */
    public int size() {
        return messages.size();
    }

    /** Number of messages that the queue has accepted so far. */
    public int accepted() {
        return accepted;
    }

    /**
     * Submits as many messages as the queue accepts; returns {@link Admission#ACCEPTED} when all are accepted.
     *
     * @param receipt completed once for each accepted message
     */
    public Admission proceed(Receipt receipt) {
        while (accepted < messages.size()) {
            Admission admission = queue.submit(messages.get(accepted), Source.DEVICE, receipt);
            if (admission != Admission.ACCEPTED) {
                return admission;
            }
            accepted++;
        }
        return Admission.ACCEPTED;
    }

    /** Counts the messages as lost that the queue has not accepted, because nothing will send them again. */
    public void drop() {
        messages.subList(accepted, messages.size())
                .forEach(message -> queue.drop(message, Source.DEVICE));
    }
}
