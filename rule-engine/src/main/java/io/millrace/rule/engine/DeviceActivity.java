// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.MessageType;
import io.millrace.message.id.DeviceId;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes the activity of a device and makes it active.
 *
 * <p>While a device is active, it has an entry in {@link io.millrace.rule.store.ActiveDevices}. The entry is written when
 * the device becomes active, and moved by each check that finds later activity ({@link ActivityCheck}), so it need not be
 * written at each activity.
 */
final class DeviceActivity {

    private static final Logger log = LoggerFactory.getLogger(DeviceActivity.class);

    /** The stored activity time is updated at most once in this interval. */
    private static final long RESOLUTION_MILLIS = 60_000;

    private final DeviceId device;
    private final DevicePresence presence;
    private final StoredDeviceState stored;
    private final LifeCycleMessages messages;
    private final DeviceTurns turns;
    private long writtenActivity;

    /** The due time that this actor has stored last; 0 if it has stored none. */
    private long due;

    DeviceActivity(
            DeviceId device,
            DevicePresence presence,
            StoredDeviceState stored,
            LifeCycleMessages messages,
            DeviceTurns turns) {
        this.device = device;
        this.presence = presence;
        this.stored = stored;
        this.messages = messages;
        this.turns = turns;
        this.writtenActivity = presence.state().lastActivityTime();
    }

    void seen(long at) {
        DeviceState before = presence.state();
        if (at < before.lastActivityTime()) {
            return;
        }
        if (!before.active()) {
            becomeActive(at);
            return;
        }
        DeviceState now = presence.change(before.activeAt(at));
        if (at - writtenActivity >= RESOLUTION_MILLIS) {
            saveTime();
        }
        if (at - due >= RESOLUTION_MILLIS) {
            renewOverdue(now);
        }
    }

    /** Stores the due time before the activity, so that no device is stored as active which is never checked. */
    void becomeActive(long at) {
        DeviceState before = presence.state();
        DeviceState now = presence.change(before.activeAt(at));
        writtenActivity = now.lastActivityTime();
        messages.send(MessageType.ACTIVITY_EVENT, now.json(), now.lastActivityTime());
        follow(now, _ -> saveActive(before));
    }

    /** @param before the inactive state; the write counts as later, also if another instance's clock is ahead */
    private void saveActive(DeviceState before) {
        DeviceState now = presence.state();
        // First the time, which the store writes with what follows.
        saveTime();
        if (now.active()) {
            long at = Math.max(now.lastActivityTime(), before.inactivityAlarmTime() + 1);
            turns.after(stored.saveActive(at), stored::logFailure);
        }
    }

    /** Stores the time of the last activity. */
    void saveTime() {
        writtenActivity = presence.state().lastActivityTime();
        turns.after(stored.saveActivityTime(writtenActivity), stored::logFailure);
    }

    /**
     * Stores the due time of an active device for the first time since this actor was created, or because the check that
     * was due has not been made. If the device had no entry, another instance may have made it inactive meanwhile; then
     * it becomes active again.
     */
    private void renewOverdue(DeviceState now) {
        follow(
                now,
                added -> {
                    if (added) {
                        turns.after(stored.load(), this::announceIfInactive, _ -> {});
                    }
                });
    }

    private void announceIfInactive(DeviceState found) {
        if (!found.active()) {
            DeviceState now = presence.state();
            messages.send(MessageType.ACTIVITY_EVENT, now.json(), now.lastActivityTime());
            saveActive(found);
        }
    }

    /** Stores the due time; {@code then} receives true if the device had none. */
    private void follow(DeviceState now, Consumer<Boolean> then) {
        due = now.silentAt();
        turns.after(
                stored.putDue(due),
                then,
                error -> {
                    due = 0;
                    log.warn(
                            "Cannot store that device {} is active; retrying at its next activity",
                            device,
                            error);
                    then.accept(false);
                });
    }

    /**
     * Moves the due time to the end of the present activity.
     *
     * @param from the due time that the entry has, unless another instance has changed it
     */
    CompletionStage<Boolean> moveDue(long from) {
        due = presence.state().silentAt();
        return stored.moveDue(from, due);
    }
}
