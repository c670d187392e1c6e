// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.message.id.DeviceId;
import io.millrace.server.platform.periodic.DueTask;
import io.millrace.server.runtime.engine.EngineLifecycle;
import io.millrace.transport.device.DeviceConnection;
import io.millrace.transport.device.DeviceConnection.Downlink;
import io.millrace.transport.device.DeviceConnectionListener;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.SmartLifecycle;

/**
 * Background work for persistent requests to devices: sends them to devices that have subscribed here, sees to those that are
 * due, and erases ended ones.
 */
final class RpcTasks implements SmartLifecycle, DeviceConnectionListener {

    private static final Duration SUBSCRIBED_DELAY = Duration.ofMillis(100);

    /** Least time between two looks for requests that are due. */
    private static final Duration DUE_PAUSE = Duration.ofMillis(200);

    private static final Duration CLAIM = Duration.ofSeconds(30);
    private static final int DEVICES_AT_ONCE = 500;
    private static final int REQUESTS_AT_ONCE = 1_000;
    private static final int ERASED_AT_ONCE = 5_000;

    private final RpcTable table;
    private final PersistentRequests persistent;
    private final Duration longestRest;
    private final Clock clock;

    /** The devices that have subscribed since the last run; no more than are connected. */
    private final Set<DeviceId> subscribed = ConcurrentHashMap.newKeySet();

    private final DueTask subscriptions;
    private final DueTask dueRequests;

    /** @param longestRest most time between two looks for requests that are due */
    RpcTasks(
            RpcTable table,
            RpcStorage storage,
            PersistentRequests persistent,
            Duration longestRest,
            Clock clock) {
        this.table = table;
        this.persistent = persistent;
        this.longestRest = longestRest;
        this.clock = clock;
        this.subscriptions =
                new DueTask("rpc-subscribed", SUBSCRIBED_DELAY, clock, this::sendToSubscribed);
        this.dueRequests = new DueTask("rpc-due", DUE_PAUSE, clock, this::seeToDue);
        storage.listen(dueRequests::expect);
    }

    @Override
    public void subscribed(DeviceConnection connection, Downlink downlink) {
        if (downlink == Downlink.RPC) {
            subscribed.add(connection.device().device());
            subscriptions.expect(clock.millis() + SUBSCRIBED_DELAY.toMillis());
        }
    }

    private long sendToSubscribed() {
        while (!subscribed.isEmpty()) {
            List<DeviceId> some = subscribed.stream().limit(DEVICES_AT_ONCE).toList();
            some.forEach(subscribed::remove);
            List<UUID> waiting;
            try {
                waiting = table.waiting(some, REQUESTS_AT_ONCE);
            } catch (RuntimeException e) {
                subscribed.addAll(some);
                throw e;
            }
            persistent.sendWaiting(waiting);
            if (waiting.size() == REQUESTS_AT_ONCE) {
                // More may wait; those sent now are claimed by the next run.
                subscribed.addAll(some);
                return clock.millis();
            }
        }
        return DueTask.NEVER;
    }

    private long seeToDue() {
        long next = table.nextDue();
        if (next <= clock.millis()) {
            claimDue();
            eraseDue();
            next = table.nextDue();
        }
        return Math.min(next, clock.millis() + longestRest.toMillis());
    }

    private void claimDue() {
        List<StoredRpc> due;
        do {
            long now = clock.millis();
            due = table.claimDue(now, now + CLAIM.toMillis(), REQUESTS_AT_ONCE);
            due.forEach(persistent::due);
        } while (due.size() == REQUESTS_AT_ONCE);
    }

    private void eraseDue() {
        int erased;
        do {
            erased = table.erase(clock.millis(), ERASED_AT_ONCE);
        } while (erased == ERASED_AT_ONCE);
    }

    @Override
    public void start() {
        subscriptions.start();
        dueRequests.start();
    }

    @Override
    public void stop() {
        subscriptions.stop();
        dueRequests.stop();
    }

    @Override
    public boolean isRunning() {
        return dueRequests.isRunning();
    }

    /** Runs from after the start of the engine until before its stop. */
    @Override
    public int getPhase() {
        return EngineLifecycle.PHASE + 1;
    }
}
