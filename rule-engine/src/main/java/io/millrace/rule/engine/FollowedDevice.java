// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.actor.ActorContext;
import java.util.function.LongConsumer;

/** A device whose state is loaded: passes each command of its actor to the part that it concerns. */
final class FollowedDevice {

    private final LongConsumer idle;
    private final LifeCycleMessages messages;
    private final DeviceTurns turns;
    private final DeviceActivity activity;
    private final DeviceSessions sessions;
    private final ReportedEvents reports;
    private final ActivityCheck check;
    private long processed;

    FollowedDevice(
            ConnectedDevice device,
            DeviceState state,
            StoredDeviceState stored,
            DeviceActor.Equipment equipment,
            LongConsumer idle,
            ActorContext<DeviceCommand> context) {
        DevicePresence presence = new DevicePresence(state, equipment.clock());
        this.idle = idle;
        this.messages = new LifeCycleMessages(device, equipment.intake());
        this.turns = new DeviceTurns(context, this::leaveIfIdle);
        this.activity = new DeviceActivity(device.id(), presence, stored, messages, turns);
        this.sessions = new DeviceSessions(presence, stored, messages, turns, activity);
        this.reports = new ReportedEvents(presence, stored, messages, turns, activity);
        this.check = new ActivityCheck(presence, stored, messages, turns, activity);
    }

    /** @param fresh true if the state has just been read */
    void handle(DeviceCommand command, boolean fresh) {
        processed++;
        messages.describe(command.device());
        switch (command) {
            case DeviceCommand.SessionOpened(_, var session, long at) ->
                    sessions.opened(session, at);
            case DeviceCommand.SessionClosed(_, var session, long at) ->
                    sessions.closed(session, at);
            case DeviceCommand.SessionMoved(_, var session) -> sessions.moved(session);
            case DeviceCommand.SessionLost lost -> sessions.lost(lost);
            case DeviceCommand.Active(_, long at) -> activity.seen(at);
            case DeviceCommand.Reported report -> reports.reported(report);
            case DeviceCommand.CheckActivity due -> check.begin(due, fresh);
        }
        leaveIfIdle();
    }

    private void leaveIfIdle() {
        if (sessions.isEmpty() && turns.areOver()) {
            idle.accept(processed);
        }
    }
}
