// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarm;

/** Whether an alarm is active or cleared, and whether it was acknowledged. */
public enum AlarmStatus {
    ACTIVE_UNACK,
    ACTIVE_ACK,
    CLEARED_UNACK,
    CLEARED_ACK;

    /** Returns the status for the two properties. */
    public static AlarmStatus of(boolean cleared, boolean acknowledged) {
        if (cleared) {
            return acknowledged ? CLEARED_ACK : CLEARED_UNACK;
        }
        return acknowledged ? ACTIVE_ACK : ACTIVE_UNACK;
    }

    public boolean isCleared() {
        return this == CLEARED_UNACK || this == CLEARED_ACK;
    }

    public boolean isAcknowledged() {
        return this == ACTIVE_ACK || this == CLEARED_ACK;
    }
}
