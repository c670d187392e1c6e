// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarm;

import java.util.List;

/**
 * The entities at which an alarm is shown besides its originator.
 *
 * @param related whether it is shown at the entities from which relations lead to the originator, at any depth
 * @param owner whether it is shown at the originator's customer, or at the tenant if it has none
 * @param tenant whether it is shown at the tenant
 * @param relationTypes the types of the relations; empty for all types
 */
public record AlarmPropagation(
        boolean related, boolean owner, boolean tenant, List<String> relationTypes) {

    /** Shown at the originator only. */
    public static final AlarmPropagation NONE =
            new AlarmPropagation(false, false, false, List.of());

    public AlarmPropagation {
        relationTypes = List.copyOf(relationTypes);
    }
}
