// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.actor.Actor;
import io.millrace.actor.ActorContext;
import io.millrace.message.MessageType;
import io.millrace.message.delivery.QueueClosedException;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.store.ActiveDevices;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.MessageIntake;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Follows the sessions and activity of one device. It keeps the device's state in server-scope attributes and sends
 * life-cycle messages to the rule chains when the state changes. Telemetry does not pass through this actor; it only
 * causes activity commands. When the device has no session and everything is stored, the actor reports that it can be
 * stopped, even if the device is active.
 *
 * <p>Several instances may have a session of the device, for example if one of them was paused for long. Each attribute
 * is therefore stored with the time of the event that it describes, and an older write never replaces a newer one: the
 * result does not depend on the order in which the writes arrive.
 *
 * <p>The actor sets no timer. While a device is active, it has an entry in {@link ActiveDevices}; when that is due, the
 * actor gets a command to check the activity, and is created for it if necessary. The entry is written when the device
 * becomes active, and moved by each check that finds later activity, so it need not be written at each activity.
 */
final class DeviceActor implements Actor<DeviceCommand> {

    /**
     * The dependencies of a device's actor. {@code idle} receives the number of commands that were processed so far.
     */
    record Equipment(
            AttributeStore attributes,
            MessageIntake intake,
            ActiveDevices activeDevices,
            Clock clock,
            Duration inactivityTimeout,
            LongConsumer idle) {}

    private static final Logger log = LoggerFactory.getLogger(DeviceActor.class);

    /** The stored activity time is updated at most once in this interval. */
    private static final long ACTIVITY_RESOLUTION_MILLIS = 60_000;

    /** After how long an inactivity event is repeated that could not be sent, or whose instance has ended meanwhile. */
    private static final long RETRY_MILLIS = 30_000;

    private final TenantId tenant;
    private final DeviceId device;
    private final Equipment equipment;
    private final Set<UUID> sessions = new HashSet<>();
    private final ArrayDeque<DeviceCommand> untilLoaded = new ArrayDeque<>();
    private @Nullable DeviceState state;
    private @Nullable ConnectedDevice details;
    private long writtenActivity;

    /** The due time that this actor has stored last; 0 if it has stored none. */
    private long due;

    private long processed;

    /** Number of writes and messages whose stages have not completed. */
    private int underWay;

    /** True while the commands are processed that arrived before the state was loaded. */
    private boolean fresh;

    DeviceActor(TenantId tenant, DeviceId device, Equipment equipment) {
        this.tenant = tenant;
        this.device = device;
        this.equipment = equipment;
    }

    @Override
    public void started(ActorContext<DeviceCommand> context) {
        context.reenter(
                load(),
                (stored, error) -> {
                    if (stored == null) {
                        log.warn(
                                "Cannot load the state of device {};"
                                        + " it counts as inactive until its next message",
                                device,
                                error);
                    }
                    DeviceState loaded =
                            stored == null ? DeviceState.of(List.of(), timeoutMillis()) : stored;
                    state = loaded;
                    writtenActivity = loaded.lastActivityTime();
                    fresh = stored != null;
                    untilLoaded.forEach(command -> handle(command, context));
                    untilLoaded.clear();
                    fresh = false;
                });
    }

    @Override
    public void receive(DeviceCommand command, ActorContext<DeviceCommand> context) {
        if (state == null) {
            untilLoaded.add(command);
        } else {
            handle(command, context);
        }
    }

    private void handle(DeviceCommand command, ActorContext<DeviceCommand> context) {
        processed++;
        switch (command) {
            case DeviceCommand.SessionOpened(ConnectedDevice from, UUID session, long at) -> {
                details = from;
                opened(session, at, context);
            }
            case DeviceCommand.SessionClosed(ConnectedDevice from, UUID session, long at) -> {
                details = from;
                closed(session, at, context);
            }
            case DeviceCommand.SessionMoved(_, UUID session) -> sessions.remove(session);
            case DeviceCommand.SessionLost lost -> {
                details = lost.device();
                lost(lost, context);
            }
            case DeviceCommand.Active(ConnectedDevice from, long at) -> {
                details = from;
                active(current(), at, context);
            }
            case DeviceCommand.Reported reported -> {
                details = reported.device();
                reported(reported, context);
            }
            case DeviceCommand.CheckActivity check -> {
                details = check.device();
                check(check, context);
            }
        }
        leaveIfIdle();
    }

    private void opened(UUID session, long at, ActorContext<DeviceCommand> context) {
        sessions.add(session);
        DeviceState now = change(current().connected(at));
        write(at, context, new KeyValue("lastConnectTime", new LongValue(at)));
        send(MessageType.CONNECT_EVENT, now.jsonOfConnect(), at);
    }

    private void closed(UUID session, long at, ActorContext<DeviceCommand> context) {
        if (!sessions.remove(session) || !sessions.isEmpty()) {
            return;
        }
        DeviceState now = change(current().disconnected(at));
        write(at, context, new KeyValue("lastDisconnectTime", new LongValue(at)));
        writeActivityTime(now, context);
        writtenActivity = now.lastActivityTime();
        send(MessageType.DISCONNECT_EVENT, now.json(), at);
    }

    /**
     * Ends a session that another instance followed, by the stored state: the event is sent before the state is stored,
     * so if this instance ends in between, the event may be sent twice but is not lost.
     */
    private void lost(DeviceCommand.SessionLost lost, ActorContext<DeviceCommand> context) {
        answer(
                load(),
                (stored, error) -> {
                    if (stored == null) {
                        lost.done().completeExceptionally(reason(error));
                        return;
                    }
                    DeviceState before = change(current().joinedWith(stored));
                    if (!sessions.isEmpty() || before.lastDisconnectTime() >= lost.connectedAt()) {
                        lost.done().complete(null);
                        return;
                    }
                    endLost(lost, before, context);
                },
                context);
    }

    private void endLost(
            DeviceCommand.SessionLost lost,
            DeviceState before,
            ActorContext<DeviceCommand> context) {
        long at = equipment.clock().millis();
        DeviceState now = change(before.disconnected(at));
        CompletionStage<Void> stored =
                submit(MessageType.DISCONNECT_EVENT, now.json(), at)
                        .thenCompose(_ ->
                                save(at, new KeyValue("lastDisconnectTime", new LongValue(at))));
        answer(
                stored,
                (_, error) -> {
                    if (error == null) {
                        lost.done().complete(null);
                    } else {
                        change(current().disconnected(before.lastDisconnectTime()));
                        lost.done().completeExceptionally(error);
                    }
                },
                context);
    }

    /** Applies a reported event to the stored state, because other instances may have changed it. */
    private void reported(DeviceCommand.Reported report, ActorContext<DeviceCommand> context) {
        answer(
                load(),
                (stored, error) -> {
                    if (stored == null) {
                        report.done().completeExceptionally(reason(error));
                        return;
                    }
                    change(current().joinedWith(stored));
                    answer(
                            apply(report, context),
                            (_, failure) -> {
                                if (failure == null) {
                                    report.done().complete(null);
                                } else {
                                    report.done().completeExceptionally(failure);
                                }
                            },
                            context);
                },
                context);
    }

    private CompletionStage<Void> apply(
            DeviceCommand.Reported report, ActorContext<DeviceCommand> context) {
        DeviceState before = current();
        long at = report.at();
        return switch (report.event()) {
            case CONNECT_EVENT ->
                    at <= before.lastConnectTime()
                            ? nothing()
                            : tell(
                                    MessageType.CONNECT_EVENT,
                                    change(before.connected(at)).jsonOfConnect(),
                                    at,
                                    new KeyValue("lastConnectTime", new LongValue(at)));
            case DISCONNECT_EVENT ->
                    at <= before.lastDisconnectTime()
                            ? nothing()
                            : tell(
                                    MessageType.DISCONNECT_EVENT,
                                    change(before.disconnected(at)).json(),
                                    at,
                                    new KeyValue("lastDisconnectTime", new LongValue(at)));
            case ACTIVITY_EVENT -> {
                active(before, at, context);
                yield nothing();
            }
            case INACTIVITY_EVENT ->
                    at <= before.lastActivityTime() || at <= before.inactivityAlarmTime()
                            ? nothing()
                            : tell(
                                            MessageType.INACTIVITY_EVENT,
                                            change(before.inactiveSince(at)).json(),
                                            at,
                                            new KeyValue("active", new BooleanValue(false)),
                                            new KeyValue("inactivityAlarmTime", new LongValue(at)))
                                    .thenCompose(_ -> unfollow(at));
        };
    }

    private static CompletionStage<Void> nothing() {
        return CompletableFuture.completedStage(null);
    }

    /** Sends an event before its change is stored: if this instance ends in between, it may be sent twice. */
    private CompletionStage<Void> tell(
            MessageType type, ObjectNode payload, long at, KeyValue... changes) {
        return submit(type, payload, at).thenCompose(_ -> save(at, changes));
    }

    /**
     * Removes the entry of a device that is inactive. If another instance has a session of it, that instance
     * finds no entry at the next activity, and makes the device active again.
     *
     * @param at any due time, by which the entry is known
     */
    private CompletionStage<Void> unfollow(long at) {
        return equipment
                .activeDevices()
                .put(tenant, device, at)
                .thenCompose(_ -> equipment.activeDevices().remove(device, at))
                .thenAccept(_ -> {});
    }

    private static Throwable reason(@Nullable Throwable error) {
        return error == null ? new IllegalStateException("the state was not loaded") : error;
    }

    private void active(DeviceState before, long at, ActorContext<DeviceCommand> context) {
        if (at < before.lastActivityTime()) {
            return;
        }
        DeviceState now = change(before.activeAt(at));
        if (!before.active()) {
            becomeActive(before, now, context);
            return;
        }
        if (at - writtenActivity >= ACTIVITY_RESOLUTION_MILLIS) {
            writtenActivity = at;
            writeActivityTime(now, context);
        }
        if (at - due >= ACTIVITY_RESOLUTION_MILLIS) {
            renewOverdue(now, context);
        }
    }

    /** Stores the due time before the activity, so that no device is stored as active which is never checked. */
    private void becomeActive(
            DeviceState before, DeviceState now, ActorContext<DeviceCommand> context) {
        writtenActivity = now.lastActivityTime();
        send(MessageType.ACTIVITY_EVENT, now.json(), now.lastActivityTime());
        follow(now, context, _ -> writeActive(before, context));
    }

    /** @param before the inactive state; the write counts as later, also if another instance's clock is ahead */
    private void writeActive(DeviceState before, ActorContext<DeviceCommand> context) {
        DeviceState now = current();
        if (now.active()) {
            long at = Math.max(now.lastActivityTime(), before.inactivityAlarmTime() + 1);
            write(at, context, new KeyValue("active", new BooleanValue(true)));
        }
        writeActivityTime(now, context);
    }

    private void writeActivityTime(DeviceState now, ActorContext<DeviceCommand> context) {
        long at = now.lastActivityTime();
        write(at, context, new KeyValue("lastActivityTime", new LongValue(at)));
    }

    /**
     * Stores the due time of an active device for the first time since this actor was created, or because the check that
     * was due has not been made. If the device had no entry, another instance may have made it inactive meanwhile; then
     * it becomes active again.
     */
    private void renewOverdue(DeviceState now, ActorContext<DeviceCommand> context) {
        follow(
                now,
                context,
                added -> {
                    if (added) {
                        answer(
                                load(),
                                (stored, _) -> {
                                    if (stored != null && !stored.active()) {
                                        DeviceState active = current();
                                        send(
                                                MessageType.ACTIVITY_EVENT,
                                                active.json(),
                                                active.lastActivityTime());
                                        writeActive(stored, context);
                                    }
                                },
                                context);
                    }
                });
    }

    /** Stores the due time; {@code then} receives true if the device had none. */
    private void follow(
            DeviceState now, ActorContext<DeviceCommand> context, Consumer<Boolean> then) {
        due = now.silentAt();
        answer(
                equipment.activeDevices().put(tenant, device, due),
                (added, error) -> {
                    if (added == null) {
                        due = 0;
                        log.warn(
                                "Cannot store that device {} is active; retrying at its next activity",
                                device,
                                error);
                    }
                    then.accept(added != null && added);
                },
                context);
    }

    /** Checks the state in memory first, and the stored one if that is silent. */
    private void check(DeviceCommand.CheckActivity check, ActorContext<DeviceCommand> context) {
        DeviceState now = current();
        if (fresh || (now.active() && !isSilent(now))) {
            settle(check, check.dueAt(), context);
            return;
        }
        answer(
                load(),
                (stored, error) -> {
                    if (stored == null) {
                        log.warn(
                                "Cannot load the state of device {} to check its activity; retrying",
                                device,
                                error);
                        check.done().complete(null);
                    } else {
                        change(current().joinedWith(stored));
                        settle(check, check.dueAt(), context);
                    }
                },
                context);
    }

    /**
     * Brings the entry of the device up to date, or makes the device inactive. Of several instances, the one that
     * changes the due time does it.
     *
     * @param dueAt the due time that the entry has, unless another instance has changed it
     */
    private void settle(
            DeviceCommand.CheckActivity check, long dueAt, ActorContext<DeviceCommand> context) {
        DeviceState now = current();
        if (!now.active()) {
            answer(
                    equipment.activeDevices().remove(device, dueAt),
                    (_, error) -> finish(check, error),
                    context);
        } else if (!isSilent(now)) {
            due = now.silentAt();
            answer(
                    equipment.activeDevices().move(device, dueAt, due),
                    (_, error) -> finish(check, error),
                    context);
        } else {
            long retryAt = equipment.clock().millis() + RETRY_MILLIS;
            answer(
                    equipment.activeDevices().move(device, dueAt, retryAt),
                    (moved, error) -> {
                        if (moved == null || !moved) {
                            finish(check, error);
                        } else if (current().active() && isSilent(current())) {
                            becomeInactive(check, retryAt, context);
                        } else {
                            settle(check, retryAt, context);
                        }
                    },
                    context);
        }
    }

    /**
     * Sends the event before the state is stored, and removes the entry last: if this instance ends in between, the
     * check is repeated, so the event may be sent twice but is not lost.
     */
    private void becomeInactive(
            DeviceCommand.CheckActivity check, long dueAt, ActorContext<DeviceCommand> context) {
        DeviceState before = current();
        long at = equipment.clock().millis();
        DeviceState now = change(before.inactiveSince(at));
        answer(
                submit(MessageType.INACTIVITY_EVENT, now.json(), at),
                (_, error) -> {
                    if (error != null) {
                        log.warn(
                                "Cannot send INACTIVITY_EVENT of device {} to its rule chain;"
                                        + " retrying in 30 s",
                                device,
                                error);
                        change(current().activeAt(before.lastActivityTime()));
                        check.done().complete(null);
                    } else if (current().active()) {
                        check.done().complete(null);
                    } else {
                        writeInactive(check, dueAt, context);
                    }
                },
                context);
    }

    private void writeInactive(
            DeviceCommand.CheckActivity check, long dueAt, ActorContext<DeviceCommand> context) {
        DeviceState now = current();
        long at = now.inactivityAlarmTime();
        writeActivityTime(now, context);
        answer(
                save(
                        at,
                        new KeyValue("active", new BooleanValue(false)),
                        new KeyValue("inactivityAlarmTime", new LongValue(at))),
                (_, error) -> {
                    if (error != null) {
                        finish(check, error);
                        return;
                    }
                    answer(
                            equipment.activeDevices().remove(device, dueAt),
                            (removed, failure) -> {
                                if (removed != null && !removed && !current().active()) {
                                    // Another instance has seen activity since this check began.
                                    long seen = equipment.clock().millis();
                                    becomeActive(now, change(current().activeAt(seen)), context);
                                }
                                finish(check, failure);
                            },
                            context);
                },
                context);
    }

    private void finish(DeviceCommand.CheckActivity check, @Nullable Throwable error) {
        if (error != null) {
            log.warn(
                    "Cannot store the result of a check of the activity of device {}; retrying",
                    device,
                    error);
        }
        check.done().complete(null);
    }

    private boolean isSilent(DeviceState now) {
        return now.isSilentAt(equipment.clock().millis());
    }

    private CompletionStage<DeviceState> load() {
        return equipment
                .attributes()
                .find(tenant, device.entity(), AttributeScope.SERVER_SCOPE, DeviceState.KEYS)
                .thenApply(attributes -> DeviceState.of(attributes, timeoutMillis()));
    }

    private long timeoutMillis() {
        return equipment.inactivityTimeout().toMillis();
    }

    private void leaveIfIdle() {
        if (sessions.isEmpty() && underWay == 0) {
            equipment.idle().accept(processed);
        }
    }

    /** Continues when a stage has completed; until then the actor is not idle. */
    private <T> void answer(
            CompletionStage<T> stage,
            BiConsumer<@Nullable T, @Nullable Throwable> then,
            ActorContext<DeviceCommand> context) {
        underWay++;
        context.reenter(
                stage,
                (value, error) -> {
                    underWay--;
                    then.accept(value, error);
                    leaveIfIdle();
                });
    }

    private DeviceState change(DeviceState next) {
        state = next;
        return next;
    }

    private DeviceState current() {
        DeviceState now = state;
        if (now == null) {
            throw new IllegalStateException("the device's state is not loaded");
        }
        return now;
    }

    private void write(long at, ActorContext<DeviceCommand> context, KeyValue... changes) {
        answer(
                save(at, changes),
                (_, error) -> {
                    if (error != null) {
                        log.warn(
                                "Cannot store the state of device {}; the next change stores it again",
                                device,
                                error);
                    }
                },
                context);
    }

    /** @param at when the change happened */
    private CompletionStage<Void> save(long at, KeyValue... changes) {
        return equipment
                .attributes()
                .saveUnlessNewer(
                        tenant, device.entity(), AttributeScope.SERVER_SCOPE, List.of(changes), at);
    }

    private void send(MessageType type, ObjectNode payload, long at) {
        var _ =
                submit(type, payload, at)
                        .whenComplete((_, error) -> {
                            if (error != null && !QueueClosedException.isCauseOf(error)) {
                                log.warn(
                                        "Cannot send {} of device {} to its rule chain; the event is lost",
                                        type,
                                        device,
                                        error);
                            }
                        });
    }

    private CompletionStage<Void> submit(MessageType type, ObjectNode payload, long at) {
        ConnectedDevice from = details;
        return from == null
                ? CompletableFuture.completedStage(null)
                : equipment.intake().submit(from.message(type, payload, at));
    }
}
