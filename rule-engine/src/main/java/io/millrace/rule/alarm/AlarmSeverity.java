// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarm;

import java.util.Optional;

/** How severe an alarm is, from the most to the least severe. */
public enum AlarmSeverity {
    CRITICAL,
    MAJOR,
    MINOR,
    WARNING,
    INDETERMINATE;

    /** Returns the severity of this name, or empty if there is none. */
    public static Optional<AlarmSeverity> of(String name) {
        for (AlarmSeverity severity : values()) {
            if (severity.name().equals(name)) {
                return Optional.of(severity);
            }
        }
        return Optional.empty();
    }

    /** True if this severity is equal to the other one, or more severe. */
    public boolean isAtLeast(AlarmSeverity other) {
        return compareTo(other) <= 0;
    }
}
