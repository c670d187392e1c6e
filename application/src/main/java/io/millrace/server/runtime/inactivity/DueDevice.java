// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.inactivity;

import io.millrace.message.id.DeviceId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/**
 * An active device whose activity has to be checked. Devices are ordered by due time, then by id.
 *
 * @param dueAt milliseconds since the epoch
 */
record DueDevice(DeviceId device, long dueAt) {

    /** Sorts before all due devices. */
    static final DueDevice FIRST = new DueDevice(new DeviceId(new UUID(0, 0)), Long.MIN_VALUE);

    static DueDevice of(ResultSet row, int number) throws SQLException {
        return new DueDevice(
                new DeviceId(row.getObject("device_id", UUID.class)), row.getLong("due_at"));
    }
}
