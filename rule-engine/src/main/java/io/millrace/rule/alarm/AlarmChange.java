// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarm;

import org.jspecify.annotations.Nullable;

/**
 * The result of an operation on an alarm.
 *
 * @param alarm the alarm after the operation
 * @param before the alarm before it; null: there was none
 */
public record AlarmChange(Alarm alarm, @Nullable Alarm before) {

    public boolean isCreated() {
        return before == null;
    }

    /** True if the operation has created or changed the alarm. */
    public boolean isModified() {
        return !alarm.equals(before);
    }

    /** True if the alarm existed, and has another severity now. */
    public boolean isSeverityChanged() {
        return before != null && before.severity() != alarm.severity();
    }

    /** True if the operation has cleared the alarm. */
    public boolean isCleared() {
        return before != null && alarm.status().isCleared() && !before.status().isCleared();
    }
}
