// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.MessageType;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the activity of a device whose entry in {@link io.millrace.rule.store.ActiveDevices} is due: brings the entry up
 * to date, or makes the device inactive. Of several instances, the one that changes the due time does it.
 */
final class ActivityCheck {

    private static final Logger log = LoggerFactory.getLogger(ActivityCheck.class);

    /** After how long an inactivity event is repeated that could not be sent, or whose instance has ended meanwhile. */
    private static final long RETRY_MILLIS = 30_000;

    private final DevicePresence presence;
    private final StoredDeviceState stored;
    private final LifeCycleMessages messages;
    private final DeviceTurns turns;
    private final DeviceActivity activity;

    ActivityCheck(
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

    /**
     * Checks the state in memory first, and the stored one if that is silent.
     *
     * @param fresh true if the state in memory has just been read
     */
    void begin(DeviceCommand.CheckActivity check, boolean fresh) {
        if (fresh || (presence.isActive() && !presence.isSilent())) {
            settle(check, check.dueAt());
            return;
        }
        turns.after(
                stored.load(),
                found -> {
                    presence.join(found);
                    settle(check, check.dueAt());
                },
                error -> {
                    log.warn(
                            "Cannot load the state of device {} to check its activity; retrying",
                            check.device().id(),
                            error);
                    check.done().complete(null);
                });
    }

    /** @param dueAt the due time that the entry has, unless another instance has changed it */
    private void settle(DeviceCommand.CheckActivity check, long dueAt) {
        if (!presence.isActive()) {
            turns.after(stored.removeDue(dueAt), finish(check));
        } else if (!presence.isSilent()) {
            turns.after(activity.moveDue(dueAt), finish(check));
        } else {
            claim(check, dueAt);
        }
    }

    /** Moves the due time a little, so that no other instance makes the device inactive at the same time. */
    private void claim(DeviceCommand.CheckActivity check, long dueAt) {
        long retryAt = presence.millis() + RETRY_MILLIS;
        turns.after(
                stored.moveDue(dueAt, retryAt),
                (moved, error) -> {
                    if (moved == null || !moved) {
                        finish(check, error);
                    } else if (presence.isActive() && presence.isSilent()) {
                        becomeInactive(check, retryAt);
                    } else {
                        settle(check, retryAt);
                    }
                });
    }

    /**
     * Sends the event before the state is stored, and removes the entry last: if this instance ends in between, the
     * check is repeated, so the event may be sent twice but is not lost.
     */
    private void becomeInactive(DeviceCommand.CheckActivity check, long dueAt) {
        DeviceState before = presence.state();
        long at = presence.millis();
        DeviceState now = presence.change(before.inactiveSince(at));
        turns.after(
                messages.submit(MessageType.INACTIVITY_EVENT, now.json(), at),
                (_, error) -> {
                    if (error != null) {
                        log.warn(
                                "Cannot send INACTIVITY_EVENT of device {} to its rule chain;"
                                        + " retrying in 30 s",
                                check.device().id(),
                                error);
                        presence.change(presence.state().activeAt(before.lastActivityTime()));
                        check.done().complete(null);
                    } else if (presence.isActive()) {
                        check.done().complete(null);
                    } else {
                        saveInactive(check, dueAt);
                    }
                });
    }

    private void saveInactive(DeviceCommand.CheckActivity check, long dueAt) {
        activity.saveTime();
        turns.after(
                stored.saveInactive(presence.state().inactivityAlarmTime()),
                (_, error) -> {
                    if (error == null) {
                        leave(check, dueAt);
                    } else {
                        finish(check, error);
                    }
                });
    }

    private void leave(DeviceCommand.CheckActivity check, long dueAt) {
        turns.after(
                stored.removeDue(dueAt),
                (removed, error) -> {
                    if (removed != null && !removed && !presence.isActive()) {
                        // Another instance has seen activity since this check began.
                        activity.becomeActive(presence.millis());
                    }
                    finish(check, error);
                });
    }

    private <T> BiConsumer<@Nullable T, @Nullable Throwable> finish(
            DeviceCommand.CheckActivity check) {
        return (_, error) -> finish(check, error);
    }

    private static void finish(DeviceCommand.CheckActivity check, @Nullable Throwable error) {
        if (error != null) {
            log.warn(
                    "Cannot store the result of a check of the activity of device {}; retrying",
                    check.device().id(),
                    error);
        }
        check.done().complete(null);
    }
}
