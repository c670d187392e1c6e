// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.MessageType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** Applies the events of a device that rule nodes report. One that is older than the last of its kind changes nothing. */
final class ReportedEvents {

    private final DevicePresence presence;
    private final StoredDeviceState stored;
    private final LifeCycleMessages messages;
    private final DeviceTurns turns;
    private final DeviceActivity activity;

    ReportedEvents(
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

    /** Applies an event to the stored state, because other instances may have changed it. */
    void reported(DeviceCommand.Reported report) {
        CompletableFuture<Void> done = report.done();
        turns.after(
                stored.load(),
                found -> {
                    presence.join(found);
                    turns.after(
                            apply(report),
                            (_, error) -> {
                                if (error == null) {
                                    done.complete(null);
                                } else {
                                    done.completeExceptionally(error);
                                }
                            });
                },
                done::completeExceptionally);
    }

    private CompletionStage<Void> apply(DeviceCommand.Reported report) {
        long at = report.at();
        return switch (report.event()) {
            case CONNECT_EVENT -> connected(at);
            case DISCONNECT_EVENT -> disconnected(at);
            case INACTIVITY_EVENT -> inactive(at);
            case ACTIVITY_EVENT -> {
                activity.seen(at);
                yield nothing();
            }
        };
    }

    private CompletionStage<Void> connected(long at) {
        DeviceState before = presence.state();
        if (at <= before.lastConnectTime()) {
            return nothing();
        }
        ObjectNode payload = presence.change(before.connected(at)).jsonOfConnect();
        return tell(MessageType.CONNECT_EVENT, payload, at, () -> stored.saveConnectTime(at));
    }

    private CompletionStage<Void> disconnected(long at) {
        DeviceState before = presence.state();
        if (at <= before.lastDisconnectTime()) {
            return nothing();
        }
        ObjectNode payload = presence.change(before.disconnected(at)).json();
        return tell(MessageType.DISCONNECT_EVENT, payload, at, () -> stored.saveDisconnectTime(at));
    }

    private CompletionStage<Void> inactive(long at) {
        DeviceState before = presence.state();
        if (at <= before.lastActivityTime() || at <= before.inactivityAlarmTime()) {
            return nothing();
        }
        ObjectNode payload = presence.change(before.inactiveSince(at)).json();
        return tell(MessageType.INACTIVITY_EVENT, payload, at, () -> stored.saveInactive(at))
                .thenCompose(_ -> removeEntry(at));
    }

    private static CompletionStage<Void> nothing() {
        return CompletableFuture.completedStage(null);
    }

    /** Sends an event before its change is stored: if this instance ends in between, it may be sent twice. */
    private CompletionStage<Void> tell(
            MessageType type, ObjectNode payload, long at, Supplier<CompletionStage<Void>> save) {
        return messages.submit(type, payload, at).thenCompose(_ -> save.get());
    }

    /**
     * Removes the entry of a device that is inactive. If another instance has a session of it, that instance finds no
     * entry at the next activity, and makes the device active again.
     *
     * @param at any due time, by which the entry is known
     */
    private CompletionStage<Void> removeEntry(long at) {
        return stored.putDue(at).thenCompose(_ -> stored.removeDue(at)).thenAccept(_ -> {});
    }
}
