// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.inactivity;

import io.millrace.message.id.DeviceId;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.platform.periodic.DueTask;
import io.millrace.server.registry.device.DeviceDirectory;
import io.millrace.server.registry.device.DeviceEvent;
import io.millrace.server.runtime.engine.EngineDevices;
import io.millrace.server.runtime.engine.EngineLifecycle;
import io.millrace.transport.device.AuthenticatedDevice;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Requests activity checks for due devices, so that a device that stops sending becomes inactive. Reads the due devices
 * from the table {@code active_device}, in pages, when the first of them is due; no device needs its own timer.
 *
 * <p>The instance with a session of the device makes the check, because it knows activity that is not stored yet. If
 * the device is still due after {@link #GRACE}, it has no session, or the instance of its session has ended; then the
 * instance that runs the device's messages makes the check. Every instance reads all due devices and decides at each
 * scan which ones are its own. A restart or the takeover of a partition therefore needs no further step: the next scan
 * finds the devices of the partition.
 */
final class SilentDevices implements SmartLifecycle {

    /** How long only an instance with a session of a due device checks it. */
    static final Duration GRACE = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(SilentDevices.class);

    /** Least time between two looks. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private static final Duration LONGEST_CHECK = Duration.ofSeconds(30);
    private static final int TIMEOUT_SECONDS = 10;

    private static final String FIRST_DUE = "select min(due_at) from active_device";

    private static final String DUE =
            """
            select device_id, due_at from active_device
             where due_at <= ? and (due_at, device_id) > (?, ?)
             order by due_at, device_id limit ?\
            """;

    private final JdbcTemplate jdbc;
    private final ActiveDeviceStorage storage;
    private final DeviceDirectory directory;
    private final RuleEngine engine;
    private final Clock clock;
    private final Duration longestRest;
    private final int pageSize;
    private final DueTask task;

    /** When the next scan is due after the last complete one, in milliseconds since the epoch. */
    private long plannedLook = Long.MIN_VALUE / 2;

    /** Start of the period without a missed scan, in milliseconds since the epoch. */
    private long steadySince;

    /**
     * @param jdbc the constructor sets its query timeout
     * @param longestRest most time until the next look; less than {@link #GRACE} if other instances have sessions too
     * @param pageSize number of devices that are checked at once
     */
    SilentDevices(
            JdbcTemplate jdbc,
            ActiveDeviceStorage storage,
            DeviceDirectory directory,
            RuleEngine engine,
            Clock clock,
            Duration longestRest,
            int pageSize) {
        this.jdbc = jdbc;
        this.storage = storage;
        this.directory = directory;
        this.engine = engine;
        this.clock = clock;
        this.longestRest = longestRest;
        this.pageSize = pageSize;
        this.task = new DueTask("silent-devices", PAUSE, clock, this::look);
        jdbc.setQueryTimeout(TIMEOUT_SECONDS);
    }

    /**
     * Requests a check for every device that is due now. Called by one thread at a time.
     *
     * @return when to look again, in milliseconds since the epoch
     */
    long look() throws InterruptedException {
        long now = clock.millis();
        if (now - plannedLook > GRACE.toMillis()) {
            // After a start or an outage of the database, instances with sessions check first.
            steadySince = now;
        }
        Long first = jdbc.queryForObject(FIRST_DUE, Long.class);
        if (first != null && first <= now) {
            checkAll(now);
        }
        long end = clock.millis();
        long rested = end + longestRest.toMillis();
        long next = first == null ? rested : Math.min(first, rested);
        plannedLook = Math.max(next, end + PAUSE.toMillis());
        return next;
    }

    private void checkAll(long now) throws InterruptedException {
        for (List<DueDevice> page = after(DueDevice.FIRST, now);
                !page.isEmpty();
                page = page.size() < pageSize ? List.of() : after(page.getLast(), now)) {
            check(page, now);
        }
    }

    private List<DueDevice> after(DueDevice last, long now) {
        return jdbc.query(DUE, DueDevice::of, now, last.dueAt(), last.device().id(), pageSize);
    }

    private void check(List<DueDevice> page, long now) throws InterruptedException {
        Map<DeviceId, AuthenticatedDevice> found =
                directory.find(page.stream().map(DueDevice::device).toList()).stream()
                        .collect(
                                Collectors.toMap(AuthenticatedDevice::device, Function.identity()));
        List<CompletableFuture<?>> checks = new ArrayList<>();
        for (DueDevice due : page) {
            AuthenticatedDevice device = found.get(due.device());
            if (device == null) {
                checks.add(forget(due.device()).toCompletableFuture());
            } else {
                boolean abandoned = now - Math.max(due.dueAt(), steadySince) >= GRACE.toMillis();
                checks.add(engine.checkActivity(EngineDevices.of(device), due.dueAt(), abandoned));
            }
        }
        await(CompletableFuture.allOf(checks.toArray(CompletableFuture[]::new)));
    }

    /** Waits for the checks of a page, which bounds the number of running checks. */
    private static void await(CompletableFuture<Void> checks) throws InterruptedException {
        try {
            checks.get(LONGEST_CHECK.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            log.warn(
                    "Checks of the activity of due devices have not ended after {} s; checking further devices",
                    LONGEST_CHECK.toSeconds());
        } catch (ExecutionException _) {
            // The failed removal is logged; the next scan repeats it.
        }
    }

    /** Removes the entry of a deleted device. Without this event, its entry is removed when it is due. */
    @EventListener
    void on(DeviceEvent.Deleted event) {
        var _ = forget(event.device());
    }

    private CompletionStage<Void> forget(DeviceId device) {
        return storage.forget(device)
                .whenComplete((_, error) -> {
                    if (error != null) {
                        log.warn(
                                "Cannot remove deleted device {} from the active devices; retrying when it is due",
                                device,
                                error);
                    }
                });
    }

    @Override
    public void start() {
        storage.listen(task::expect);
        task.start();
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
