// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import io.millrace.message.RuleMessage;
import io.millrace.queue.Ledger;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.Receipt;
import io.millrace.queue.Source;
import io.millrace.queue.Unfinished;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A queue that a test controls. */
public final class ManualQueue implements MessageQueue {

    /** What was taken in. */
    public record Submitted(RuleMessage message, Source source, Receipt receipt) {}

    public final List<Submitted> submitted = new CopyOnWriteArrayList<>();
    public volatile Function<RuleMessage, Admission> admission = _ -> Admission.ACCEPTED;
    public volatile boolean safeAtOnce = true;

    @Override
    public Admission submit(RuleMessage message, Source source, Receipt receipt) {
        Admission answer = admission.apply(message);
        if (answer == Admission.ACCEPTED) {
            submitted.add(new Submitted(message, source, receipt));
            if (safeAtOnce) {
                receipt.safe();
            }
        }
        return answer;
    }

    public List<RuleMessage> messages() {
        return submitted.stream().map(Submitted::message).toList();
    }

    @Override
    public void drop(RuleMessage message, Source source) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Ledger ledger() {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Unfinished> find(UUID message) {
        return List.of();
    }
}
