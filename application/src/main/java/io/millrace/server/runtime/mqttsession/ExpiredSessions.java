// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.mqttsession;

import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.periodic.PeriodicTask;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import org.springframework.context.SmartLifecycle;

/**
 * Deletes sessions that have expired. A session whose connection was lost with its instance begins to expire when the
 * device has no connection to any instance.
 */
final class ExpiredSessions implements SmartLifecycle {

    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final int PER_TRANSACTION = 1_000;

    private static final String ABANDONED =
            """
            update mqtt_session s set expires_at = now() + make_interval(secs => expiry_seconds)
             where expires_at is null
               and not exists (select from device_connection c where c.device_id = s.device_id)\
            """;

    private static final String EXPIRED =
            """
            delete from mqtt_session where (device_id, client_id) in (
              select device_id, client_id from mqtt_session where expires_at <= now() limit ?)\
            """;

    private final Transactions transactions;
    private final PeriodicTask task = new PeriodicTask("mqtt-sessions", INTERVAL, this::look);

    ExpiredSessions(Transactions transactions) {
        this.transactions = transactions;
    }

    /** Looks for sessions that expire, and deletes those that have expired. */
    void look() throws SQLException, InterruptedException {
        transactions.patiently(connection -> update(connection, ABANDONED, 0));
        int deleted = PER_TRANSACTION;
        while (deleted == PER_TRANSACTION) {
            deleted =
                    transactions.patiently(
                            connection -> update(connection, EXPIRED, PER_TRANSACTION));
        }
    }

    private static int update(Connection connection, String sql, int limit) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            if (limit > 0) {
                update.setInt(1, limit);
            }
            return update.executeUpdate();
        }
    }

    @Override
    public void start() {
        task.start(INTERVAL);
    }

    @Override
    public void stop() {
        task.stop();
    }

    @Override
    public boolean isRunning() {
        return task.isRunning();
    }
}
