// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

import tools.jackson.databind.JsonNode;

/**
 * The days for which a profile lets time series be kept: {@code profileData.configuration.defaultStorageTtlDays}, 0 or
 * missing for ever. The SQL function {@code storage_ttl_minutes} reads it.
 */
public final class StorageDays {

    /** The key in the configuration of a profile: ThingsBoard's key of tenant profiles. */
    public static final String KEY = "defaultStorageTtlDays";

    /** Describes the valid values. */
    public static final String EXPECTED = "a whole number of days from 0 (for ever) to 36500";

    private static final int LONGEST = 36_500;

    private StorageDays() {}

    /** True if a value can be stored. */
    public static boolean isValid(JsonNode value) {
        return value.isIntegralNumber()
                && value.canConvertToInt()
                && value.intValue() >= 0
                && value.intValue() <= LONGEST;
    }
}
