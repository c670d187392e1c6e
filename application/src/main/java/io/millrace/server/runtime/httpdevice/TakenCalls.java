// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import io.millrace.message.id.DeviceId;
import io.millrace.server.platform.periodic.DueTask;
import io.millrace.server.runtime.connection.DeviceReplies;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.RpcCall;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The RPC requests that devices have taken from this instance and that wait for their replies. Their number is bounded, in
 * all and of each device. Thread-safe; no call blocks.
 */
final class TakenCalls implements DeviceReplies {

    /** Least time between two looks for expired requests. */
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final ConcurrentMap<Integer, TakenCall> calls = new ConcurrentHashMap<>();
    private final Map<DeviceId, Integer> ofDevices = new HashMap<>();
    private final int most;
    private final int mostOfDevice;
    private final Clock clock;
    private final DueTask expiry;

    /** Starts at random, so that two instances seldom give the same number to requests of one device. */
    private final AtomicInteger last =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE));

    TakenCalls(int most, int mostOfDevice, Clock clock) {
        this.most = most;
        this.mostOfDevice = mostOfDevice;
        this.clock = clock;
        this.expiry = new DueTask("taken-calls", PAUSE, clock, this::endExpired);
    }

    /** From now on requests end when their time has passed. */
    void start() {
        expiry.start();
    }

    void stop() {
        expiry.stop();
    }

    /** Returns the number of the next request: from 0 on. */
    int nextId() {
        return last.incrementAndGet() & Integer.MAX_VALUE;
    }

    /**
     * Adds a request that is about to be sent.
     *
     * @return null if too many requests wait for their replies
     */
    @Nullable TakenCall add(int id, DeviceId device, RpcCall call) {
        synchronized (ofDevices) {
            if (calls.size() >= most || ofDevices.getOrDefault(device, 0) >= mostOfDevice) {
                return null;
            }
            ofDevices.merge(device, 1, Integer::sum);
        }
        TakenCall taken = new TakenCall(device, call);
        calls.put(id, taken);
        expiry.expect(taken.expiresAt());
        return taken;
    }

    @Override
    public boolean replied(DeviceId device, int requestId, byte[] reply) {
        TakenCall taken = calls.get(requestId);
        if (taken == null || !taken.device().equals(device) || !calls.remove(requestId, taken)) {
            return false;
        }
        left(taken);
        return taken.replied(reply);
    }

    /** Ends a request without a reply. */
    void fail(int id, TakenCall taken, Delivery reason) {
        if (calls.remove(id, taken)) {
            left(taken);
            taken.failed(reason);
        }
    }

    private void left(TakenCall taken) {
        synchronized (ofDevices) {
            ofDevices.computeIfPresent(taken.device(), (_, count) -> count > 1 ? count - 1 : null);
        }
    }

    /** Ends the requests whose time has passed, and returns when the next one expires. */
    long endExpired() {
        long now = clock.millis();
        long next = DueTask.NEVER;
        for (Map.Entry<Integer, TakenCall> each : calls.entrySet()) {
            TakenCall taken = each.getValue();
            if (taken.expiresAt() <= now) {
                fail(each.getKey(), taken, Delivery.NOT_ACKNOWLEDGED);
            } else {
                next = Math.min(next, taken.expiresAt());
            }
        }
        return next;
    }

    int count() {
        return calls.size();
    }
}
