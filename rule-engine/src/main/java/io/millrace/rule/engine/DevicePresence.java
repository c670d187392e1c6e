// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import java.time.Clock;

/** The state of a device in the memory of its actor. */
final class DevicePresence {

    private final Clock clock;
    private DeviceState state;

    DevicePresence(DeviceState state, Clock clock) {
        this.state = state;
        this.clock = clock;
    }

    DeviceState state() {
        return state;
    }

    /** @return the new state */
    DeviceState change(DeviceState next) {
        state = next;
        return next;
    }

    /**
     * Adds what is stored, because other instances may have changed it.
     *
     * @return the new state
     */
    DeviceState join(DeviceState stored) {
        return change(state.joinedWith(stored));
    }

    boolean isActive() {
        return state.active();
    }

    /** True if the last activity is longer ago than the device's time-out. */
    boolean isSilent() {
        return state.isSilentAt(millis());
    }

    /** The present time in milliseconds since the epoch. */
    long millis() {
        return clock.millis();
    }
}
