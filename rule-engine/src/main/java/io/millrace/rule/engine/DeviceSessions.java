// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.MessageType;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The sessions that a device has on this instance. */
final class DeviceSessions {

    /** A small list, because nearly all devices have one session. */
    private final List<UUID> open = new ArrayList<>(1);

    private final DevicePresence presence;
    private final StoredDeviceState stored;
    private final LifeCycleMessages messages;
    private final DeviceTurns turns;
    private final DeviceActivity activity;

    DeviceSessions(
            DevicePresence presence,
            StoredDeviceState stored,
            LifeCycleMessages messages,
            DeviceTurns turns,
            DeviceActivity activity) {
        this.presence = presence;
        this.stored = stored;
        this.messages = messages;
        this.turns = turns;
        this.activity = activity;
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    void opened(UUID session, long at) {
        if (!open.contains(session)) {
            open.add(session);
        }
        DeviceState now = presence.change(presence.state().connected(at));
        turns.after(stored.saveConnectTime(at), stored::logFailure);
        messages.send(MessageType.CONNECT_EVENT, now.jsonOfConnect(), at);
    }

    void closed(UUID session, long at) {
        if (!open.remove(session) || !open.isEmpty()) {
            return;
        }
        DeviceState now = presence.change(presence.state().disconnected(at));
        turns.after(stored.saveDisconnectTime(at), stored::logFailure);
        activity.saveTime();
        messages.send(MessageType.DISCONNECT_EVENT, now.json(), at);
    }

    /** Forgets a session, whose end another instance reports. */
    void moved(UUID session) {
        open.remove(session);
    }

    /** Ends a session that another instance followed, by the stored state. */
    void lost(DeviceCommand.SessionLost lost) {
        turns.after(
                stored.load(),
                found -> {
                    DeviceState before = presence.join(found);
                    if (!open.isEmpty() || before.lastDisconnectTime() >= lost.connectedAt()) {
                        lost.done().complete(null);
                    } else {
                        endLost(lost, before);
                    }
                },
                lost.done()::completeExceptionally);
    }

    /**
     * Sends the event before the state is stored, so if this instance ends in between, the event may be sent twice but is
     * not lost.
     */
    private void endLost(DeviceCommand.SessionLost lost, DeviceState before) {
        long at = presence.millis();
        DeviceState now = presence.change(before.disconnected(at));
        turns.after(
                messages.submit(MessageType.DISCONNECT_EVENT, now.json(), at)
                        .thenCompose(_ -> stored.saveDisconnectTime(at)),
                (_, error) -> {
                    if (error == null) {
                        lost.done().complete(null);
                    } else {
                        presence.change(presence.state().disconnected(before.lastDisconnectTime()));
                        lost.done().completeExceptionally(error);
                    }
                });
    }
}
