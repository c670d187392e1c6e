// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

import tools.jackson.databind.JsonNode;

/**
 * The days for which a profile lets something be kept: a key of {@code profileData.configuration}, 0 or missing for ever.
 * The SQL function {@code profile_days} reads it.
 */
public final class RetentionDays {

    /** The key for time series, of tenant profiles and device profiles. */
    public static final String STORAGE_KEY = "defaultStorageTtlDays";

    /** The key for alarms, of tenant profiles. */
    public static final String ALARMS_KEY = "alarmsTtlDays";

    /** Describes the valid values. */
    public static final String EXPECTED = "a whole number of days from 0 (for ever) to 36500";

    private static final int LONGEST = 36_500;

    private RetentionDays() {}

    /** True if a value can be stored. */
    public static boolean isValid(JsonNode value) {
        return value.isIntegralNumber()
                && value.canConvertToInt()
                && value.intValue() >= 0
                && value.intValue() <= LONGEST;
    }
}
