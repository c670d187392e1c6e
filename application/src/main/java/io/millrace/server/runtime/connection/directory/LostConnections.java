// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.directory;

import io.millrace.message.id.DeviceId;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.periodic.PeriodicTask;
import io.millrace.server.registry.device.DeviceDirectory;
import io.millrace.server.runtime.connection.directory.ConnectionTable.Lost;
import io.millrace.server.runtime.connection.directory.ConnectionTable.Run;
import io.millrace.server.runtime.engine.EngineDevices;
import io.millrace.server.runtime.engine.EngineLifecycle;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.LastWill;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Finds the connections of processes that have ended without removing them: killed ones, or those whose machine failed.
 * Each lost session becomes the disconnect of its device, unless the device is connected elsewhere by now. Every instance
 * looks every two seconds, a single instance until it has found nothing; the rows are locked while their devices' disconnects
 * are stored, so one instance handles each.
 *
 * <p>The will of a lost connection is published first. If it has a delay, its row waits for that. A device that is connected
 * elsewhere by then is not lost: its will would overwrite what it has sent since.
 */
final class LostConnections implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(LostConnections.class);

    static final Duration INTERVAL = Duration.ofSeconds(2);

    private static final int PAGE_SIZE = 200;

    /** Shorter than the time after which the database ends an idle transaction. */
    private static final Duration LONGEST_PAGE = Duration.ofSeconds(8);

    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private final Transactions transactions;
    private final OwnConnections own;
    private final DeviceDirectory devices;
    private final RuleEngine engine;
    private final LostWills wills;
    private final EndedRuns endedRuns;
    private final LongAdder lost = new LongAdder();
    private final PeriodicTask task = new PeriodicTask("lost-connections", INTERVAL, this::look);

    /** True if no process has left connections, and none will: there is no other instance. Used by the task's thread only. */
    private boolean nothingIsLeft;

    LostConnections(
            Transactions transactions,
            OwnConnections own,
            DeviceDirectory devices,
            RuleEngine engine,
            LostWills wills,
            EndedRuns endedRuns) {
        this.transactions = transactions;
        this.own = own;
        this.devices = devices;
        this.engine = engine;
        this.wills = wills;
        this.endedRuns = endedRuns;
    }

    /** Handles all connections that are lost now. Called by one thread at a time. */
    void look() throws SQLException, InterruptedException {
        if (nothingIsLeft && !own.isIncomplete()) {
            return;
        }
        boolean missed = endedRuns.beginLook();
        List<Run> runs = transactions.once(ConnectionTable::runs);
        if (missed || own.isIncomplete()) {
            own.listAgain(transactions, endedRuns.own());
        }
        endedRuns.noteLook();
        List<Run> ended = endedRuns.of(runs);
        for (Run run : ended) {
            handle(run, ended);
        }
        endedRuns.noteLook();
        nothingIsLeft = endedRuns.isAlone() && ended.isEmpty();
    }

    private void handle(Run run, List<Run> ended) throws SQLException, InterruptedException {
        long leastAge = endedRuns.leastAge(run).toSeconds();
        int count = 0;
        UUID last = BEFORE_ALL;
        int size;
        do {
            UUID after = last;
            List<Lost> page =
                    transactions.once(connection -> {
                        List<Lost> some =
                                ConnectionTable.lost(
                                        connection, run, ended, after, leastAge, PAGE_SIZE);
                        end(connection, some);
                        return some;
                    });
            size = page.size();
            count += size;
            last = page.isEmpty() ? last : page.getLast().connection().id();
        } while (size == PAGE_SIZE);
        if (count > 0) {
            log.info(
                    "Instance {} has ended with {} connections of devices; their disconnects are reported",
                    run.instance(),
                    count);
        }
    }

    /** Deletes the rows whose disconnects and wills are stored, or need not be. The next look handles the others. */
    private void end(Connection connection, List<Lost> page)
            throws SQLException, InterruptedException {
        Map<DeviceId, AuthenticatedDevice> known =
                find(page.stream().filter(Lost::concernsDevice).toList());
        Map<UUID, CompletableFuture<Void>> ends = new HashMap<>();
        for (Lost each : page) {
            AuthenticatedDevice device = known.get(each.connection().device());
            if (device != null && each.concernsDevice()) {
                ends.put(each.connection().id(), end(each, device));
            }
        }
        await(CompletableFuture.allOf(ends.values().toArray(CompletableFuture[]::new)));
        List<UUID> done = new ArrayList<>();
        List<UUID> delayed = new ArrayList<>();
        for (Lost each : page) {
            UUID id = each.connection().id();
            CompletableFuture<Void> end = ends.get(id);
            if (end == null) {
                done.add(id);
            } else if (end.state() == Future.State.SUCCESS) {
                (each.delaysWill() ? delayed : done).add(id);
            }
        }
        ConnectionTable.delete(connection, done);
        ConnectionTable.delayWills(connection, delayed);
        lost.add(done.size());
    }

    private Map<DeviceId, AuthenticatedDevice> find(List<Lost> some) {
        return some.isEmpty()
                ? Map.of()
                : devices
                        .find(some.stream().map(each -> each.connection().device()).toList())
                        .stream()
                        .collect(
                                Collectors.toMap(AuthenticatedDevice::device, Function.identity()));
    }

    private CompletableFuture<Void> end(Lost each, AuthenticatedDevice device) {
        LastWill will = each.dueWill();
        CompletableFuture<Void> published =
                will == null
                        ? CompletableFuture.completedFuture(null)
                        : wills.publish(device, will);
        return each.isDisconnect()
                ? published.thenCompose(_ ->
                        engine.sessionLost(
                                EngineDevices.of(device), each.connection().connectedAt()))
                : published;
    }

    private static void await(CompletableFuture<Void> ends) throws InterruptedException {
        try {
            ends.get(LONGEST_PAGE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            log.warn(
                    "Cannot report the disconnects and wills of all devices of an ended instance; retrying in {} s: {}",
                    INTERVAL.toSeconds(),
                    e.toString());
        }
    }

    /** The number of connections that ended with their instance and were handled by this one. */
    long count() {
        return lost.sum();
    }

    @Override
    public void start() {
        task.start(Duration.ZERO);
    }

    @Override
    public void stop() {
        task.stop();
    }

    @Override
    public boolean isRunning() {
        return task.isRunning();
    }

    /** Runs from after the start of the engine until before its stop. */
    @Override
    public int getPhase() {
        return EngineLifecycle.PHASE + 1;
    }
}
