// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.alarm;

import io.millrace.message.MessageType;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.MessageIntake;
import java.util.concurrent.CompletionStage;

/** The messages that follow a change of an alarm: the event at its originator, and the one that leaves the node. */
final class AlarmMessages {

    private final NodeIdentity node;
    private final AlarmInfo info;
    private final MessageIntake intake;

    AlarmMessages(NodeIdentity node, EntityStore entities, MessageIntake intake) {
        this.node = node;
        this.info = new AlarmInfo(entities);
        this.intake = intake;
    }

    /**
     * Sends the event to the chain of the alarm's originator, and then lets the alarm leave the node.
     *
     * @param event type of the event
     * @param label the label by which the alarm leaves
     * @param flag the metadata key that gets the value {@code true}
     * @return a failure with the alarm's message if the event found no room
     */
    CompletionStage<NodeResult> announce(
            RuleMessage message,
            Alarm alarm,
            MessageType event,
            String label,
            String flag,
            NodeCall call) {
        return info.of(alarm)
                .thenCompose(json -> {
                    Payload payload = Payload.of(json);
                    RuleMessage leaving =
                            message.withType(MessageType.ALARM.name())
                                    .withPayload(payload)
                                    .withMetadata(message.metadata().with(flag, "true"));
                    return intake.submit(
                                    node.event(alarm.originator(), event, payload, alarm.endTs())
                                            .withCustomer(alarm.customer()),
                                    call)
                            .thenApply(_ -> NodeResult.to(label, leaving))
                            .exceptionally(error -> NodeResult.failed(leaving, error));
                });
    }
}
