// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.testkit;

import static org.awaitility.Awaitility.await;

import io.millrace.message.RuleMessage;
import io.millrace.queue.Ledger;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.Receipt;
import io.millrace.queue.Source;
import io.millrace.queue.Unfinished;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** A queue that keeps its messages; the test decides when they are safe. */
public final class FakeQueue implements MessageQueue {

    private record Taken(RuleMessage message, Receipt receipt) {}

    private final List<Taken> taken = new CopyOnWriteArrayList<>();
    private final List<RuleMessage> dropped = new CopyOnWriteArrayList<>();
    private volatile boolean safeAtOnce;
    private volatile Admission admission = Admission.ACCEPTED;
    private volatile int room = Integer.MAX_VALUE;

    @Override
    public Admission submit(RuleMessage message, Source source, Receipt receipt) {
        if (admission != Admission.ACCEPTED) {
            return admission;
        }
        if (taken.size() >= room) {
            return Admission.FULL;
        }
        taken.add(new Taken(message, receipt));
        if (safeAtOnce) {
            receipt.safe();
        }
        return Admission.ACCEPTED;
    }

    @Override
    public void drop(RuleMessage message, Source source) {
        dropped.add(message);
    }

    @Override
    public Ledger ledger() {
        return new Ledger(List.of());
    }

    @Override
    public List<Unfinished> find(UUID message) {
        return List.of();
    }

    /** What was given up before it was taken in. */
    public List<RuleMessage> dropped() {
        return dropped;
    }

    /** From now on everything is safe as soon as it comes. */
    public FakeQueue safeAtOnce() {
        safeAtOnce = true;
        return this;
    }

    /** From now on everything is answered so. */
    public void answer(Admission newAdmission) {
        admission = newAdmission;
    }

    /** From now on there is room for that many messages in all. */
    public void room(int messages) {
        room = messages;
    }

    /** Makes one message safe, by its place in the order of arrival. */
    public void safe(int index) {
        taken.get(index).receipt().safe();
    }

    /** Makes a range of messages safe. */
    public void safe(int from, int to) {
        for (int i = from; i < to; i++) {
            safe(i);
        }
    }

    public List<RuleMessage> messages() {
        return taken.stream().map(Taken::message).toList();
    }

    public int size() {
        return taken.size();
    }

    /** Waits until that many messages have come. */
    public void awaitSize(int size) {
        await().until(() -> taken.size() >= size);
    }
}
