// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.mqtt;

import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.runtime.engine.EngineDevices;
import io.millrace.transport.mqtt.session.CloseReason;
import io.millrace.transport.mqtt.session.DeviceSessions;
import io.millrace.transport.mqtt.session.SessionInfo;

/** Reports sessions to the engine's device actors. */
final class EngineSessions implements DeviceSessions {

    private final RuleEngine engine;

    EngineSessions(RuleEngine engine) {
        this.engine = engine;
    }

    @Override
    public void opened(SessionInfo session) {
        engine.sessionOpened(EngineDevices.of(session.device()), session.id());
        engine.active(EngineDevices.of(session.device()));
    }

    @Override
    public void closed(SessionInfo session, CloseReason reason) {
        engine.sessionClosed(EngineDevices.of(session.device()), session.id());
    }

    @Override
    public void activity(SessionInfo session) {
        engine.active(EngineDevices.of(session.device()));
    }
}
