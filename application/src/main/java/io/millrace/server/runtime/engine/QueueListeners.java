// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import io.millrace.message.RuleMessage;
import io.millrace.queue.DeliveryEnd;
import io.millrace.queue.QueueListener;
import java.util.List;

/** Forwards each event to several listeners. */
final class QueueListeners implements QueueListener {

    private final QueueListener[] all;

    QueueListeners(List<QueueListener> all) {
        this.all = all.toArray(QueueListener[]::new);
    }

    @Override
    public void ended(DeliveryEnd end) {
        for (QueueListener each : all) {
            each.ended(end);
        }
    }

    @Override
    public void refused(RuleMessage message) {
        for (QueueListener each : all) {
            each.refused(message);
        }
    }

    @Override
    public void timedOut(RuleMessage message) {
        for (QueueListener each : all) {
            each.timedOut(message);
        }
    }

    @Override
    public void lateResult(RuleMessage message) {
        for (QueueListener each : all) {
            each.lateResult(message);
        }
    }

    @Override
    public void stored(RuleMessage message) {
        for (QueueListener each : all) {
            each.stored(message);
        }
    }

    @Override
    public void taskFailed(String task) {
        for (QueueListener each : all) {
            each.taskFailed(task);
        }
    }
}
