// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.actor.Actor;
import io.millrace.actor.ActorContext;
import io.millrace.message.MessageType;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.MessageIntake;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Follows the sessions and activity of one device. It keeps the device's state in server-scope attributes and sends
 * life-cycle messages to the rule chains when the state changes. Telemetry does not pass through this actor; it only
 * causes activity commands. When the device has no session and is inactive, the actor reports that it can be stopped.
 */
final class DeviceActor implements Actor<DeviceCommand> {

    /**
     * The dependencies of a device's actor. {@code idle} receives the number of commands that were processed so far.
     */
    record Equipment(
            AttributeStore attributes,
            MessageIntake intake,
            Clock clock,
            Duration inactivityTimeout,
            LongConsumer idle) {}

    private static final Logger log = LoggerFactory.getLogger(DeviceActor.class);

    /** The stored activity time is updated at most once in this interval. */
    private static final long ACTIVITY_RESOLUTION_MILLIS = 60_000;

    private final TenantId tenant;
    private final DeviceId device;
    private final Equipment equipment;
    private final Set<UUID> sessions = new HashSet<>();
    private final ArrayDeque<DeviceCommand> untilLoaded = new ArrayDeque<>();
    private @Nullable DeviceState state;
    private @Nullable ConnectedDevice details;
    private long writtenActivity;
    private long processed;
    private boolean checking;

    DeviceActor(TenantId tenant, DeviceId device, Equipment equipment) {
        this.tenant = tenant;
        this.device = device;
        this.equipment = equipment;
    }

    @Override
    public void started(ActorContext<DeviceCommand> context) {
        context.reenter(
                load(),
                (attributes, error) -> {
                    if (attributes == null) {
                        log.warn(
                                "Cannot load the state of device {};"
                                        + " it counts as inactive until its next message",
                                device,
                                error);
                    }
                    state =
                            DeviceState.of(
                                    attributes == null ? List.of() : attributes,
                                    equipment.inactivityTimeout().toMillis());
                    untilLoaded.forEach(command -> handle(command, context));
                    untilLoaded.clear();
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
        switch (command) {
            case DeviceCommand.SessionOpened(ConnectedDevice from, UUID session, long at) -> {
                processed++;
                details = from;
                opened(session, at);
            }
            case DeviceCommand.SessionClosed(ConnectedDevice from, UUID session, long at) -> {
                processed++;
                details = from;
                closed(session, at);
            }
            case DeviceCommand.Active(ConnectedDevice from, long at) -> {
                processed++;
                details = from;
                active(current(), at);
            }
            case DeviceCommand.CheckActivity() -> {
                checking = false;
                if (isSilent(current())) {
                    becomeInactiveUnlessSeenElsewhere(context);
                    return;
                }
            }
        }
        leaveOrCheckAgain(context);
    }

    private void opened(UUID session, long at) {
        sessions.add(session);
        DeviceState now = change(current().connected(at));
        write(new KeyValue("lastConnectTime", new LongValue(at)));
        ObjectNode payload = now.json();
        payload.remove("active");
        send(MessageType.CONNECT_EVENT, payload, at);
    }

    private void closed(UUID session, long at) {
        if (!sessions.remove(session) || !sessions.isEmpty()) {
            return;
        }
        DeviceState now = change(current().disconnected(at));
        write(
                new KeyValue("lastDisconnectTime", new LongValue(at)),
                new KeyValue("lastActivityTime", new LongValue(now.lastActivityTime())));
        writtenActivity = now.lastActivityTime();
        send(MessageType.DISCONNECT_EVENT, now.json(), at);
    }

    private void active(DeviceState before, long at) {
        if (at < before.lastActivityTime()) {
            return;
        }
        DeviceState now = change(before.activeAt(at));
        if (!before.active()) {
            writtenActivity = at;
            write(
                    new KeyValue("active", new BooleanValue(true)),
                    new KeyValue("lastActivityTime", new LongValue(at)));
            send(MessageType.ACTIVITY_EVENT, now.json(), at);
        } else if (at - writtenActivity >= ACTIVITY_RESOLUTION_MILLIS) {
            writtenActivity = at;
            write(new KeyValue("lastActivityTime", new LongValue(at)));
        }
    }

    private boolean isSilent(DeviceState now) {
        return now.active() && now.isSilentAt(equipment.clock().millis());
    }

    /** Makes the device inactive, unless the stored state shows later activity on another instance. */
    private void becomeInactiveUnlessSeenElsewhere(ActorContext<DeviceCommand> context) {
        context.reenter(
                load(),
                (attributes, error) -> {
                    DeviceState stored =
                            DeviceState.of(
                                    attributes == null ? List.of() : attributes,
                                    equipment.inactivityTimeout().toMillis());
                    DeviceState before = current();
                    if (stored.lastActivityTime() > before.lastActivityTime()) {
                        state = stored;
                        if (sessions.isEmpty()) {
                            equipment.idle().accept(processed);
                            return;
                        }
                    } else if (isSilent(before)) {
                        becomeInactive(before);
                    }
                    leaveOrCheckAgain(context);
                });
    }

    private CompletionStage<List<Attribute>> load() {
        return equipment
                .attributes()
                .find(tenant, device.entity(), AttributeScope.SERVER_SCOPE, DeviceState.KEYS);
    }

    private void becomeInactive(DeviceState before) {
        long at = equipment.clock().millis();
        DeviceState now = change(before.inactiveSince(at));
        write(
                new KeyValue("active", new BooleanValue(false)),
                new KeyValue("lastActivityTime", new LongValue(now.lastActivityTime())),
                new KeyValue("inactivityAlarmTime", new LongValue(at)));
        send(MessageType.INACTIVITY_EVENT, now.json(), at);
    }

    private void leaveOrCheckAgain(ActorContext<DeviceCommand> context) {
        DeviceState now = current();
        if (now.active()) {
            if (!checking) {
                checking = true;
                long silentAt = now.lastActivityTime() + now.inactivityTimeout();
                long wait = Math.max(1, silentAt - equipment.clock().millis());
                context.schedule(Duration.ofMillis(wait), new DeviceCommand.CheckActivity());
            }
        } else if (sessions.isEmpty()) {
            equipment.idle().accept(processed);
        }
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

    private void write(KeyValue... changes) {
        var _ =
                equipment
                        .attributes()
                        .save(
                                tenant,
                                device.entity(),
                                AttributeScope.SERVER_SCOPE,
                                List.of(changes),
                                equipment.clock().millis())
                        .whenComplete((_, error) -> {
                            if (error != null) {
                                log.warn(
                                        "Cannot store the state of device {}; the next change stores it again",
                                        device,
                                        error);
                            }
                        });
    }

    private void send(MessageType type, ObjectNode payload, long at) {
        ConnectedDevice from = details;
        if (from == null) {
            return;
        }
        RuleMessage message = from.message(type, payload, at);
        var _ =
                equipment
                        .intake()
                        .submit(message)
                        .whenComplete((_, error) -> {
                            if (error != null) {
                                log.warn(
                                        "Cannot send {} of device {} to its rule chain; the event is lost",
                                        type,
                                        device,
                                        error);
                            }
                        });
    }
}
