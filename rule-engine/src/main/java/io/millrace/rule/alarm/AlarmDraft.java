// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarm;

import io.millrace.message.id.EntityId;

/**
 * An alarm that is to be active: what a new one gets, and what an active one of the same type and originator is changed
 * to.
 *
 * @param type at most {@value #LONGEST_TYPE} characters, not blank
 * @param startTs when the cause occurred, in milliseconds since the epoch; an active alarm keeps an earlier one
 * @param endTs when it occurred last; not before {@code startTs}
 * @param details a JSON value of at most {@value #LONGEST_DETAILS} characters
 */
public record AlarmDraft(
        EntityId originator,
        String type,
        AlarmSeverity severity,
        long startTs,
        long endTs,
        String details,
        AlarmPropagation propagation) {

    public static final int LONGEST_TYPE = 255;
    public static final int LONGEST_DETAILS = 65_536;

    /** @throws IllegalArgumentException if a part does not follow its rule, with the name of the part */
    public AlarmDraft {
        if (type.isBlank() || type.length() > LONGEST_TYPE) {
            throw new IllegalArgumentException(
                    "type: an alarm's type has 1 to %d characters, but this one has %d"
                            .formatted(LONGEST_TYPE, type.isBlank() ? 0 : type.length()));
        }
        if (endTs < startTs) {
            throw new IllegalArgumentException(
                    "endTs: an alarm ends at its start or later, but %d is before %d"
                            .formatted(endTs, startTs));
        }
        requireDetails(details);
    }

    /** @throws IllegalArgumentException if details of an alarm are too long */
    public static void requireDetails(String details) {
        if (details.length() > LONGEST_DETAILS) {
            throw new IllegalArgumentException(
                    "details: an alarm's details have at most %d characters, but these have %d"
                            .formatted(LONGEST_DETAILS, details.length()));
        }
    }
}
