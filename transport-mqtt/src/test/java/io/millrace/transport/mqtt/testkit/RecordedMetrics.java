// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.testkit;

import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.client.PublishRefusal;
import io.millrace.transport.mqtt.metrics.MqttMetrics;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the measurements of the server. */
public final class RecordedMetrics implements MqttMetrics {

    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger paused = new AtomicInteger();
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final List<CloseReason> closed = new CopyOnWriteArrayList<>();
    private final List<CloseReason> refusedPackets = new CopyOnWriteArrayList<>();
    private final List<PublishRefusal> refusedPublishes = new CopyOnWriteArrayList<>();

    @Override
    public void connectionOpened() {
        open.incrementAndGet();
    }

    @Override
    public void connectionClosed(CloseReason reason) {
        open.decrementAndGet();
        closed.add(reason);
    }

    @Override
    public void packetRefused(CloseReason reason) {
        refusedPackets.add(reason);
    }

    @Override
    public void publishRefused(PublishRefusal reason) {
        refusedPublishes.add(reason);
    }

    @Override
    public void connectionPaused() {
        paused.incrementAndGet();
    }

    @Override
    public void connectionResumed() {
        paused.decrementAndGet();
    }

    @Override
    public void connectionHeld() {
        held.incrementAndGet();
    }

    @Override
    public void connectionReleased() {
        held.decrementAndGet();
    }

    @Override
    public void messagesSubmitted(int count) {
        inFlight.addAndGet(count);
    }

    @Override
    public void messagesSafe(int count, long nanos) {
        inFlight.addAndGet(-count);
    }

    public int open() {
        return open.get();
    }

    public int paused() {
        return paused.get();
    }

    public int held() {
        return held.get();
    }

    public int inFlight() {
        return inFlight.get();
    }

    public List<CloseReason> closed() {
        return List.copyOf(closed);
    }

    public List<CloseReason> refusedPackets() {
        return List.copyOf(refusedPackets);
    }

    public List<PublishRefusal> refusedPublishes() {
        return List.copyOf(refusedPublishes);
    }
}
