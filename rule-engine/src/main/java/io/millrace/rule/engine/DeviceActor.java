// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.actor.Actor;
import io.millrace.actor.ActorContext;
import io.millrace.rule.store.ActiveDevices;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.MessageIntake;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the sessions and activity of one device. It keeps the device's state in server-scope attributes and sends
 * life-cycle messages to the rule chains when the state changes. Telemetry does not pass through this actor; it only
 * causes activity commands. When the device has no session and everything is stored, the actor reports that it can be
 * stopped, even if the device is active.
 *
 * <p>The actor loads the state; until then commands wait. {@link FollowedDevice} processes them. Several instances may
 * have a session of the device, for example if one of them was paused for long; {@link StoredDeviceState} says how their
 * writes go together.
 *
 * <p>The actor sets no timer. While a device is active, it has an entry in {@link ActiveDevices}; when that is due, the
 * actor gets a command to check the activity, and is created for it if necessary.
 */
final class DeviceActor implements Actor<DeviceCommand> {

    /** The dependencies of the actors of all devices of a tenant. */
    record Equipment(
            AttributeStore attributes,
            MessageIntake intake,
            ActiveDevices activeDevices,
            Clock clock,
            Duration inactivityTimeout) {}

    private static final Logger log = LoggerFactory.getLogger(DeviceActor.class);

    private final ConnectedDevice device;
    private final Equipment equipment;
    private final LongConsumer idle;
    private final StoredDeviceState stored;

    /** The commands that wait for the state; null when it is loaded. */
    private @Nullable List<DeviceCommand> untilLoaded = new ArrayList<>();

    private @Nullable FollowedDevice followed;

    /** @param idle receives the number of commands that were processed so far, when the actor can be stopped */
    DeviceActor(ConnectedDevice device, Equipment equipment, LongConsumer idle) {
        this.device = device;
        this.equipment = equipment;
        this.idle = idle;
        this.stored = new StoredDeviceState(device, equipment);
    }

    @Override
    public void started(ActorContext<DeviceCommand> context) {
        context.reenter(
                stored.load(),
                (state, error) -> {
                    if (state == null) {
                        log.warn(
                                "Cannot load the state of device {};"
                                        + " it counts as inactive until its next message",
                                device.id(),
                                error);
                        follow(stored.initial(), false, context);
                    } else {
                        follow(state, true, context);
                    }
                });
    }

    /** @param fresh true if the state has just been read */
    private void follow(DeviceState state, boolean fresh, ActorContext<DeviceCommand> context) {
        FollowedDevice loaded = new FollowedDevice(device, state, stored, equipment, idle, context);
        followed = loaded;
        List<DeviceCommand> waiting = Objects.requireNonNull(untilLoaded);
        untilLoaded = null;
        waiting.forEach(command -> loaded.handle(command, fresh));
    }

    @Override
    public void receive(DeviceCommand command, ActorContext<DeviceCommand> context) {
        if (untilLoaded != null) {
            untilLoaded.add(command);
        } else {
            Objects.requireNonNull(followed).handle(command, false);
        }
    }
}
