// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.message.id.DeviceId;
import io.millrace.server.platform.periodic.PeriodicTask;
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
 * Background work for requests to devices: sends persistent requests to devices that have subscribed here, sees to those
 * that are due, erases ended ones, and ends requests in memory whose time is over.
 */
final class RpcTasks implements SmartLifecycle, DeviceConnectionListener {

    private static final Duration SUBSCRIBED_INTERVAL = Duration.ofMillis(100);
    private static final Duration DUE_INTERVAL = Duration.ofSeconds(1);
    private static final Duration EXPIRE_INTERVAL = Duration.ofMillis(200);
    private static final Duration CLAIM = Duration.ofSeconds(30);
    private static final int DEVICES_AT_ONCE = 500;
    private static final int REQUESTS_AT_ONCE = 1_000;
    private static final int ERASED_AT_ONCE = 5_000;

    private final RpcTable table;
    private final PersistentRequests persistent;
    private final OpenRequests open;
    private final Clock clock;

    /** The devices that have subscribed since the last run; no more than are connected. */
    private final Set<DeviceId> subscribed = ConcurrentHashMap.newKeySet();

    private final List<PeriodicTask> tasks =
            List.of(
                    new PeriodicTask("rpc-subscribed", SUBSCRIBED_INTERVAL, this::sendToSubscribed),
                    new PeriodicTask("rpc-due", DUE_INTERVAL, this::seeToDue),
                    new PeriodicTask("rpc-expire", EXPIRE_INTERVAL, this::expire));
    private long askedAt;

    RpcTasks(RpcTable table, PersistentRequests persistent, OpenRequests open, Clock clock) {
        this.table = table;
        this.persistent = persistent;
        this.open = open;
        this.clock = clock;
    }

    @Override
    public void subscribed(DeviceConnection connection, Downlink downlink) {
        if (downlink == Downlink.RPC) {
            subscribed.add(connection.device().device());
        }
    }

    private void sendToSubscribed() {
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
                return;
            }
        }
    }

    private void seeToDue() {
        List<StoredRpc> due;
        do {
            long now = clock.millis();
            due = table.claimDue(now, now + CLAIM.toMillis(), REQUESTS_AT_ONCE);
            due.forEach(persistent::due);
        } while (due.size() == REQUESTS_AT_ONCE);
        while (table.erase(clock.millis(), ERASED_AT_ONCE) == ERASED_AT_ONCE) {
            Thread.onSpinWait();
        }
    }

    private void expire() {
        open.expire();
        long now = clock.millis();
        if (now - askedAt >= DUE_INTERVAL.toMillis()) {
            askedAt = now;
            open.sendToSubscribed();
        }
    }

    @Override
    public void start() {
        tasks.forEach(task -> task.start(DUE_INTERVAL));
    }

    @Override
    public void stop() {
        tasks.forEach(PeriodicTask::stop);
    }

    @Override
    public boolean isRunning() {
        return tasks.getFirst().isRunning();
    }

    /** Runs from after the start of the engine until before its stop. */
    @Override
    public int getPhase() {
        return EngineLifecycle.PHASE + 1;
    }
}
