// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.MessageType;
import io.millrace.message.delivery.QueueClosedException;
import io.millrace.rule.store.MessageIntake;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Sends the life-cycle messages of a device to its rule chain, with what is known of the device at that time. */
final class LifeCycleMessages {

    private static final Logger log = LoggerFactory.getLogger(LifeCycleMessages.class);

    private final MessageIntake intake;
    private ConnectedDevice device;

    LifeCycleMessages(ConnectedDevice device, MessageIntake intake) {
        this.device = device;
        this.intake = intake;
    }

    /** The following messages have the name, the customer, the chain and the queue of {@code latest}. */
    void describe(ConnectedDevice latest) {
        // The actor keeps the first for as long as it lives; an equal one would take memory as
        // well.
        if (!latest.equals(device)) {
            device = latest;
        }
    }

    /** @return completes when the message is safe */
    CompletionStage<Void> submit(MessageType type, ObjectNode payload, long at) {
        return intake.submit(device.message(type, payload, at));
    }

    /** Sends a message that is lost if the queue has no room. */
    void send(MessageType type, ObjectNode payload, long at) {
        ConnectedDevice from = device;
        var _ =
                submit(type, payload, at)
                        .whenComplete((_, error) -> {
                            if (error != null && !QueueClosedException.isCauseOf(error)) {
                                log.warn(
                                        "Cannot send {} of device {} to its rule chain; the event is lost",
                                        type,
                                        from.id(),
                                        error);
                            }
                        });
    }
}
