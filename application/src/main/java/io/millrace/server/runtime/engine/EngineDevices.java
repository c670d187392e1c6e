// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import io.millrace.rule.engine.ConnectedDevice;
import io.millrace.transport.device.AuthenticatedDevice;

/** Converts devices into the form of the engine. */
public final class EngineDevices {

    private EngineDevices() {}

    /** Returns the device with its current name, customer, chain and queue. */
    public static ConnectedDevice of(AuthenticatedDevice device) {
        return new ConnectedDevice(
                device.tenant(),
                device.device(),
                device.name(),
                device.profileName(),
                device.customer(),
                device.defaultRuleChain(),
                device.defaultQueue());
    }
}
