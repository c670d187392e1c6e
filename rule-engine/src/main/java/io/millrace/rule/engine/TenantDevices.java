// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.message.MessageType;
import io.millrace.message.id.DeviceId;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The actors of a tenant's devices: created on first use, stopped when they are idle. Used by the tenant's actor only.
 */
final class TenantDevices {

    private final EngineParts parts;
    private final DeviceActor.Equipment equipment;
    private final Map<DeviceId, Entry> devices = new HashMap<>();

    TenantDevices(EngineParts parts) {
        this.parts = parts;
        this.equipment =
                new DeviceActor.Equipment(
                        parts.attributes(),
                        parts.intake(),
                        parts.activeDevices(),
                        parts.clock(),
                        parts.settings().inactivityTimeout());
    }

    private static final class Entry {
        final ActorRef<DeviceCommand> actor;
        long sent;

        Entry(ActorRef<DeviceCommand> actor) {
            this.actor = actor;
        }
    }

    void tell(DeviceCommand command, ActorContext<TenantCommand> context) {
        ConnectedDevice device = command.device();
        Entry entry = devices.computeIfAbsent(device.id(), _ -> spawn(device, context));
        entry.sent++;
        entry.actor.tell(command);
    }

    /**
     * Tells a device's actor to check its activity. Without an actor, this instance has no session of the device: then
     * the check is left to other instances, unless the device is abandoned and its messages run here.
     */
    void check(
            DeviceCommand.CheckActivity check,
            boolean abandoned,
            ActorContext<TenantCommand> context) {
        ConnectedDevice device = check.device();
        if (devices.containsKey(device.id()) || (abandoned && isLocal(device))) {
            tell(check, context);
        } else {
            check.done().complete(null);
        }
    }

    private boolean isLocal(ConnectedDevice device) {
        return parts.intake()
                .isLocal(
                        device.message(
                                MessageType.INACTIVITY_EVENT,
                                JsonNodeFactory.instance.objectNode(),
                                parts.clock().millis()));
    }

    private Entry spawn(ConnectedDevice device, ActorContext<TenantCommand> context) {
        ActorRef<TenantCommand> self = context.self();
        LongConsumer idle =
                processed -> self.tell(new TenantCommand.DeviceIdle(device.id(), processed));
        return new Entry(context.spawn(Props.of(() -> new DeviceActor(device, equipment, idle))));
    }

    boolean isEmpty() {
        return devices.isEmpty();
    }

    /** Stops an idle actor, unless a command was sent to it since it became idle. */
    void idle(DeviceId device, long processed, ActorContext<TenantCommand> context) {
        Entry entry = devices.get(device);
        if (entry != null && entry.sent == processed) {
            devices.remove(device);
            context.stop(entry.actor);
        }
    }
}
