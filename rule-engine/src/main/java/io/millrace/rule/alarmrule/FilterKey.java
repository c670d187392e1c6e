// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import io.millrace.message.telemetry.Value;
import org.jspecify.annotations.Nullable;

/** The left side of a comparison. */
public sealed interface FilterKey {

    /** A value of the device. */
    record OfDevice(RuleKey key) implements FilterKey {}

    /**
     * A value of the rule itself, which is compared with attributes.
     *
     * @param value null: the comparison is false
     */
    record Constant(@Nullable Value value) implements FilterKey {}
}
