// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.directory;

import io.millrace.message.id.DeviceId;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.peer.Peers;
import io.millrace.server.platform.periodic.PeriodicTask;
import io.millrace.server.registry.device.DeviceDirectory;
import io.millrace.server.runtime.connection.directory.ConnectionTable.Lost;
import io.millrace.server.runtime.connection.directory.ConnectionTable.Run;
import io.millrace.server.runtime.engine.EngineDevices;
import io.millrace.server.runtime.engine.EngineLifecycle;
import io.millrace.transport.device.AuthenticatedDevice;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
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
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Finds the connections of processes that have ended without removing them: killed ones, or those whose machine failed.
 * Each lost session becomes the disconnect of its device, unless the device is connected elsewhere by now. Every instance
 * looks every two seconds; the rows are locked while their devices' disconnects are stored, so one instance handles each.
 *
 * <p>A former process of this instance has ended for certain. Another instance has ended when its row in the table
 * {@code instance} is old. After an outage of the database all rows are old, so this instance then waits until the others
 * had the time to write theirs.
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
    private final Self self;
    private final LongSupplier nanoTime;
    private final LongAdder lost = new LongAdder();
    private final PeriodicTask task = new PeriodicTask("lost-connections", INTERVAL, this::look);

    // Used by the task's thread only.
    private boolean hasLooked;
    private long lastLook;
    private long steadySince;

    /**
     * This process.
     *
     * @param isAlone true if there is no other instance: then every other process has ended
     */
    record Self(String instance, UUID run, boolean isAlone) {}

    LostConnections(
            Transactions transactions,
            OwnConnections own,
            DeviceDirectory devices,
            RuleEngine engine,
            Self self,
            LongSupplier nanoTime) {
        this.transactions = transactions;
        this.own = own;
        this.devices = devices;
        this.engine = engine;
        this.self = self;
        this.nanoTime = nanoTime;
    }

    /** Handles all connections that are lost now. Called by one thread at a time. */
    void look() throws SQLException, InterruptedException {
        long now = nanoTime.getAsLong();
        boolean missed = hasLooked && now - lastLook > Peers.GONE_AFTER.toNanos() / 2;
        if (!hasLooked || missed) {
            steadySince = now;
        }
        List<Run> runs = transactions.once(ConnectionTable::runs);
        // While this process was paused or the database was away, others may have considered it
        // gone.
        if (missed || own.isIncomplete()) {
            own.listAgain(transactions, self.run());
        }
        hasLooked = true;
        lastLook = now;
        boolean isSteady = now - steadySince >= Peers.GONE_AFTER.toNanos();
        List<Run> ended = runs.stream().filter(run -> hasEnded(run, isSteady)).toList();
        for (Run run : ended) {
            handle(run, ended);
        }
        lastLook = nanoTime.getAsLong();
    }

    private boolean hasEnded(Run run, boolean isSteady) {
        if (run.id().equals(self.run())) {
            return false;
        }
        return self.isAlone()
                || run.instance().equals(self.instance())
                || (isSteady && !run.isAlive());
    }

    private void handle(Run run, List<Run> ended) throws SQLException, InterruptedException {
        // Another instance may have connections before it writes its row for the first time.
        long leastAge =
                self.isAlone() || run.instance().equals(self.instance())
                        ? 0
                        : Peers.GONE_AFTER.toSeconds();
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

    /** Deletes the rows whose disconnects are stored, or need not be. The others are handled by the next look. */
    private void end(Connection connection, List<Lost> page)
            throws SQLException, InterruptedException {
        List<Lost> sessions =
                page.stream()
                        .filter(each -> each.connection().isSession() && !each.elsewhere())
                        .toList();
        Map<DeviceId, AuthenticatedDevice> known = find(sessions);
        Map<UUID, CompletableFuture<Void>> ends =
                sessions.stream()
                        .filter(each -> known.containsKey(each.connection().device()))
                        .collect(
                                Collectors.toMap(
                                        each -> each.connection().id(), each -> end(each, known)));
        await(CompletableFuture.allOf(ends.values().toArray(CompletableFuture[]::new)));
        List<UUID> done = new ArrayList<>();
        for (Lost each : page) {
            UUID id = each.connection().id();
            CompletableFuture<Void> end = ends.get(id);
            if (end == null || end.state() == Future.State.SUCCESS) {
                done.add(id);
            }
        }
        ConnectionTable.delete(connection, done);
        lost.add(done.size());
    }

    private Map<DeviceId, AuthenticatedDevice> find(List<Lost> sessions) {
        return sessions.isEmpty()
                ? Map.of()
                : devices
                        .find(sessions.stream().map(each -> each.connection().device()).toList())
                        .stream()
                        .collect(
                                Collectors.toMap(AuthenticatedDevice::device, Function.identity()));
    }

    private CompletableFuture<Void> end(Lost each, Map<DeviceId, AuthenticatedDevice> known) {
        AuthenticatedDevice device = known.get(each.connection().device());
        return device == null
                ? CompletableFuture.completedFuture(null)
                : engine.sessionLost(EngineDevices.of(device), each.connection().connectedAt());
    }

    private static void await(CompletableFuture<Void> ends) throws InterruptedException {
        try {
            ends.get(LONGEST_PAGE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            log.warn(
                    "Cannot report the disconnect of all devices of an ended instance; retrying in {} s: {}",
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
