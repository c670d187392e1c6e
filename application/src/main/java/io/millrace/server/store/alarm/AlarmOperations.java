// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.alarm;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.alarm.AlarmChange;
import io.millrace.rule.alarm.AlarmDraft;
import io.millrace.server.store.alarm.AlarmWrite.Raise;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Changes alarms together with what follows from the change: the entities at which the alarm is shown, and the comment
 * about a changed severity.
 */
final class AlarmOperations {

    private AlarmOperations() {}

    static AlarmChange raise(Connection connection, Raise raise) throws SQLException {
        AlarmChange change = AlarmTable.raise(connection, raise);
        follow(connection, change, raise.now());
        return change;
    }

    static @Nullable AlarmChange update(
            Connection connection, TenantId tenant, AlarmId id, AlarmDraft draft, long now)
            throws SQLException {
        AlarmChange change = AlarmTable.update(connection, tenant, id, draft);
        if (change != null) {
            follow(connection, change, now);
        }
        return change;
    }

    private static void follow(Connection connection, AlarmChange change, long now)
            throws SQLException {
        if (isShownElsewhere(change)) {
            AlarmTable.propagate(connection, change.alarm());
        }
        if (change.before() != null && change.isSeverityChanged()) {
            AlarmComments.insert(
                    connection,
                    AlarmComment.severity(
                            change.alarm().id(),
                            now,
                            change.before().severity(),
                            change.alarm().severity()));
        }
    }

    private static boolean isShownElsewhere(AlarmChange change) {
        return change.before() == null
                || !change.before().propagation().equals(change.alarm().propagation());
    }
}
