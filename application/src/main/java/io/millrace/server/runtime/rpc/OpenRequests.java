// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.message.id.DeviceId;
import io.millrace.rule.store.DeviceRpc.Failed;
import io.millrace.rule.store.DeviceRpc.Outcome;
import io.millrace.rule.store.DeviceRpc.Request;
import io.millrace.rule.store.DeviceRpc.RpcError;
import io.millrace.server.platform.periodic.DueTask;
import io.millrace.server.runtime.connection.DeviceDownlinks;
import io.millrace.server.runtime.engine.EngineLifecycle;
import io.millrace.transport.device.DeviceConnection;
import io.millrace.transport.device.DeviceConnection.Downlink;
import io.millrace.transport.device.DeviceConnectionListener;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The requests that are not persistent and have not ended, of this instance, in bounded memory. One whose device has no
 * connection waits until the device subscribes, here or on another instance, or until it expires. Safe for use by many
 * threads; devices do not wait for each other.
 */
final class OpenRequests implements SmartLifecycle, DeviceConnectionListener {

    private static final Logger log = LoggerFactory.getLogger(OpenRequests.class);

    /** Least time between two looks for requests whose time is over. */
    private static final Duration LOOK_PAUSE = Duration.ofMillis(200);

    /** How often the other instances are asked which of the devices that have no connection here are connected there. */
    private static final Duration ASK_INTERVAL = Duration.ofSeconds(1);

    private final DeviceDownlinks downlinks;
    private final RpcRoom room;
    private final Clock clock;
    private final AtomicLong numbers = new AtomicLong();
    private final ConcurrentSkipListSet<OpenRequest> byExpiration =
            new ConcurrentSkipListSet<>(OpenRequest.BY_EXPIRATION);

    /** The requests that wait for a connection of a device, in their order. Queues are guarded by their map entry. */
    private final ConcurrentMap<DeviceId, Queue<OpenRequest>> offline = new ConcurrentHashMap<>();

    private final DueTask looks;

    /** When the other instances were asked last, as {@link System#nanoTime}; used by that task only. */
    private long askedAt = System.nanoTime();

    OpenRequests(DeviceDownlinks downlinks, RpcRoom room, Clock clock) {
        this.downlinks = downlinks;
        this.room = room;
        this.clock = clock;
        this.looks = new DueTask("rpc-expire", LOOK_PAUSE, clock, this::look);
    }

    /** Sends a request, now or when its device has a connection; the stage never fails. */
    CompletionStage<Outcome> send(Request request) {
        long bytes = OpenRequest.bytes(request);
        if (!room.take(request.tenant(), bytes)) {
            return CompletableFuture.completedStage(
                    new Failed(
                            RpcError.INTERNAL,
                            "Too many requests to devices have not ended; try again later"));
        }
        OpenRequest open = new OpenRequest(request, numbers.incrementAndGet(), this::letWait);
        byExpiration.add(open);
        looks.expect(request.expiresAt());
        var _ =
                open.outcome()
                        .whenComplete((_, _) -> {
                            byExpiration.remove(open);
                            forget(open);
                            room.give(request.tenant(), bytes);
                        });
        downlinks.rpc(request.tenant(), request.device(), open.attempt());
        return open.outcome();
    }

    private void letWait(OpenRequest open) {
        offline.compute(
                open.request().device(),
                (_, waiting) -> {
                    Queue<OpenRequest> queue = waiting == null ? new ArrayDeque<>(1) : waiting;
                    queue.add(open);
                    return queue;
                });
        if (open.hasEnded()) {
            forget(open);
        }
        looks.expect(clock.millis() + ASK_INTERVAL.toMillis());
    }

    private void forget(OpenRequest open) {
        offline.computeIfPresent(
                open.request().device(),
                (_, waiting) -> {
                    waiting.remove(open);
                    return waiting.isEmpty() ? null : waiting;
                });
    }

    @Override
    public void subscribed(DeviceConnection connection, Downlink downlink) {
        if (downlink == Downlink.RPC) {
            sendWaiting(connection.device().device());
        }
    }

    private void sendWaiting(DeviceId device) {
        Queue<OpenRequest> waiting = offline.remove(device);
        if (waiting != null) {
            waiting.stream()
                    .filter(open -> !open.hasEnded())
                    .forEach(
                            open -> downlinks.rpc(open.request().tenant(), device, open.attempt()));
        }
    }

    private long look() {
        expire();
        return Math.min(ask(), nextExpiration());
    }

    /** Returns when to ask again. */
    private long ask() {
        if (offline.isEmpty()) {
            return DueTask.NEVER;
        }
        Duration rest = ASK_INTERVAL.minusNanos(System.nanoTime() - askedAt);
        if (!rest.isPositive()) {
            askedAt = System.nanoTime();
            sendToSubscribed();
            rest = ASK_INTERVAL;
        }
        return clock.millis() + rest.toMillis();
    }

    private long nextExpiration() {
        Iterator<OpenRequest> all = byExpiration.iterator();
        return all.hasNext() ? all.next().request().expiresAt() : DueTask.NEVER;
    }

    /** Sends the waiting requests of devices that have subscribed on any instance. */
    void sendToSubscribed() {
        List<DeviceId> devices = new ArrayList<>(offline.keySet());
        if (devices.isEmpty()) {
            return;
        }
        var _ =
                downlinks
                        .receivingRpc(devices)
                        .thenAccept(found -> found.forEach(this::sendWaiting))
                        .exceptionally(error -> {
                            log.warn(
                                    "Cannot ask which devices receive RPC requests; asking again in a second",
                                    error);
                            return null;
                        });
    }

    /** Ends the requests whose time is over. */
    void expire() {
        long now = clock.millis();
        for (Iterator<OpenRequest> all = byExpiration.iterator(); all.hasNext(); ) {
            OpenRequest open = all.next();
            if (open.request().expiresAt() > now) {
                return;
            }
            open.expire();
        }
    }

    @Override
    public void start() {
        looks.start();
    }

    @Override
    public void stop() {
        looks.stop();
    }

    @Override
    public boolean isRunning() {
        return looks.isRunning();
    }

    /** Runs from after the start of the engine until before its stop. */
    @Override
    public int getPhase() {
        return EngineLifecycle.PHASE + 1;
    }

    /** The number of requests that have not ended. */
    int size() {
        return byExpiration.size();
    }

    /** The number of devices without a connection for which requests wait. */
    int devicesOffline() {
        return offline.size();
    }
}
