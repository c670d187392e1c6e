// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.alarm;

import io.millrace.rule.alarm.AlarmChange;
import io.millrace.server.platform.groupcommit.Batch;
import io.millrace.server.platform.groupcommit.BatchWriter;
import io.millrace.server.store.alarm.AlarmWrite.Clear;
import io.millrace.server.store.alarm.AlarmWrite.Raise;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Writes changes of alarms in their order. */
final class AlarmWriter implements BatchWriter<AlarmWrite> {

    @Override
    public Runnable write(Connection connection, Batch<AlarmWrite> batch) throws SQLException {
        for (AlarmWrite write : batch.items()) {
            AlarmChange change = apply(connection, write);
            if (change != null) {
                write.changed(change);
            }
        }
        return () -> {};
    }

    private static @Nullable AlarmChange apply(Connection connection, AlarmWrite write)
            throws SQLException {
        return switch (write) {
            case Raise raise -> AlarmOperations.raise(connection, raise);
            case Clear clear -> AlarmTable.clear(connection, clear);
        };
    }
}
