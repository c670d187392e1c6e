// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.rule.alarm.AlarmStatus;
import io.millrace.server.web.api.ApiException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The statuses of the alarms in a list.
 *
 * @param cleared null: cleared or not
 * @param acknowledged null: acknowledged or not
 */
record StatusFilter(@Nullable Boolean cleared, @Nullable Boolean acknowledged) {

    private static final StatusFilter ALL = new StatusFilter(null, null);

    /**
     * The filter of lists with one status.
     *
     * @throws ApiException (400) if both are given
     */
    static StatusFilter of(@Nullable AlarmSearchStatus searched, @Nullable AlarmStatus status) {
        if (searched != null && status != null) {
            throw ApiException.badRequest("searchStatus, status: expected only one of them");
        }
        if (status != null) {
            return new StatusFilter(status.isCleared(), status.isAcknowledged());
        }
        return of(searched == null ? List.of() : List.of(searched));
    }

    /** The filter of lists with several parts of a status; opposite parts do not restrict the list. */
    static StatusFilter of(@Nullable Collection<AlarmSearchStatus> parts) {
        if (parts == null || parts.isEmpty()) {
            return ALL;
        }
        Set<AlarmSearchStatus> wanted = EnumSet.copyOf(parts);
        return wanted.contains(AlarmSearchStatus.ANY)
                ? ALL
                : new StatusFilter(
                        onlyOne(wanted, AlarmSearchStatus.CLEARED, AlarmSearchStatus.ACTIVE),
                        onlyOne(wanted, AlarmSearchStatus.ACK, AlarmSearchStatus.UNACK));
    }

    private static @Nullable Boolean onlyOne(
            Set<AlarmSearchStatus> wanted, AlarmSearchStatus yes, AlarmSearchStatus no) {
        return wanted.contains(yes) == wanted.contains(no) ? null : wanted.contains(yes);
    }
}
