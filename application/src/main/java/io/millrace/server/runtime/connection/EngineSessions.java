// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection;

import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.runtime.engine.EngineDevices;
import io.millrace.transport.device.DeviceConnection;
import io.millrace.transport.device.DeviceConnectionListener;

/** Reports sessions to the engine's device actors; a request over HTTP is activity, and no session. */
final class EngineSessions implements DeviceConnectionListener {

    private final RuleEngine engine;

    EngineSessions(RuleEngine engine) {
        this.engine = engine;
    }

    @Override
    public void opened(DeviceConnection connection) {
        if (!connection.isSession()) {
            return;
        }
        engine.sessionOpened(EngineDevices.of(connection.device()), connection.id());
        engine.active(EngineDevices.of(connection.device()));
    }

    @Override
    public void closed(DeviceConnection connection, String reason) {
        if (connection.isSession()) {
            engine.sessionClosed(EngineDevices.of(connection.device()), connection.id());
        }
    }

    @Override
    public void activity(DeviceConnection connection) {
        engine.active(EngineDevices.of(connection.device()));
    }
}
