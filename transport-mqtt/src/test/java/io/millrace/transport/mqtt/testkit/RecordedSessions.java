// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.testkit;

import io.millrace.transport.mqtt.session.CloseReason;
import io.millrace.transport.mqtt.session.DeviceSessions;
import io.millrace.transport.mqtt.session.SessionInfo;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the events of sessions. */
public final class RecordedSessions implements DeviceSessions {

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<SessionInfo> opened = new CopyOnWriteArrayList<>();

    @Override
    public void opened(SessionInfo session) {
        opened.add(session);
        events.add("opened " + session.device().name());
    }

    @Override
    public void closed(SessionInfo session, CloseReason reason) {
        events.add("closed " + session.device().name() + " " + reason);
    }

    @Override
    public void activity(SessionInfo session) {
        events.add("activity " + session.device().name());
    }

    public List<String> events() {
        return List.copyOf(events);
    }

    public List<SessionInfo> sessions() {
        return List.copyOf(opened);
    }
}
