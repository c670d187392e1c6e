// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.profile;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.rule.alarmrule.AlarmEvaluation;
import io.millrace.rule.alarmrule.AlarmRules;
import io.millrace.rule.alarmrule.DeviceAlarmState;
import io.millrace.rule.alarmrule.OwnerAttributes;
import io.millrace.rule.alarmrule.RuleProgress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a node knows of a device. Used by one step of the device at a time. */
final class TrackedDevice {

    /** The due time of a timer that is not set. */
    static final long NEVER = Long.MAX_VALUE;

    private static final int OBJECT_BYTES = 200;

    private final DeviceProfileId profile;
    private final DeviceAlarmState state;
    private final @Nullable CustomerId customer;
    private final @Nullable Lease lease;
    private long dueAt;

    /**
     * @param customer the device's customer, or null
     * @param lease the lease under which the stores were read; with another one they have to be read again
     * @param dueAt when the timer of the device is due, or {@link #NEVER}
     */
    TrackedDevice(
            DeviceProfileId profile,
            DeviceAlarmState state,
            @Nullable CustomerId customer,
            @Nullable Lease lease,
            long dueAt) {
        this.profile = profile;
        this.state = state;
        this.customer = customer;
        this.lease = lease;
        this.dueAt = dueAt;
    }

    DeviceAlarmState state() {
        return state;
    }

    AlarmRules rules() {
        return state.rules();
    }

    @Nullable CustomerId customer() {
        return customer;
    }

    /** True if this is known of a device with a profile, under a lease. */
    boolean isOf(DeviceProfileId otherProfile, @Nullable Lease otherLease) {
        return profile.equals(otherProfile) && Objects.equals(lease, otherLease);
    }

    RuleProgress progress() {
        return state.progress(profile);
    }

    /** @param now milliseconds since the epoch */
    AlarmEvaluation evaluation(OwnerAttributes owners, long now) {
        return new AlarmEvaluation(state, owners, now);
    }

    /** When the timer of the device is due, in milliseconds since the epoch, or {@link #NEVER}. */
    long dueAt() {
        return dueAt;
    }

    void setDueAt(long due) {
        dueAt = due;
    }

    /** Approximate memory of this object. */
    int bytes() {
        return OBJECT_BYTES + state.bytes();
    }
}
