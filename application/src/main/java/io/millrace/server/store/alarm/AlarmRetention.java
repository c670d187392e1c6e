// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.alarm;

import io.millrace.server.platform.groupcommit.ClusterLock;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.periodic.RowPace;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes alarms that were created and last raised longer ago than the profile of their tenant lets them be kept, with
 * their comments. Whether they are active does not matter, as in ThingsBoard. One instance of a cluster does this at a
 * time. One thread sweeps; the count may be read by others.
 */
public final class AlarmRetention {

    private static final Logger log = LoggerFactory.getLogger(AlarmRetention.class);

    /** Key of the advisory lock, unique in this database. */
    static final long LOCK = 0x6d72_616c_6172_6d72L;

    static final int ROWS_AT_ONCE = 1_000;

    private static final String TENANTS =
            """
            select t.id, profile_days(p.profile_data, 'alarmsTtlDays')
              from tenant t join tenant_profile p on p.id = t.tenant_profile_id
             where profile_days(p.profile_data, 'alarmsTtlDays') is not null
            """;

    /** The index of a tenant's alarms by time of creation finds the candidates. */
    private static final String DELETE =
            """
            delete from alarm where id in
                (select id from alarm where tenant_id = ? and created_time < ? and end_ts < ?
                  order by created_time limit ? for update skip locked)
            """;

    private final Transactions transactions;
    private final ClusterLock lock;
    private final RowPace pace;
    private final Clock clock;
    private final AtomicLong deleted = new AtomicLong();

    public AlarmRetention(
            DataSource dataSource, Transactions transactions, RowPace pace, Clock clock) {
        this.transactions = transactions;
        this.lock = new ClusterLock(dataSource, LOCK);
        this.pace = pace;
        this.clock = clock;
    }

    /** Returns how many alarms this process has deleted. */
    public long deleted() {
        return deleted.get();
    }

    /** Deletes everything that is due; does nothing if another instance is sweeping. */
    public void sweep() throws SQLException, InterruptedException {
        lock.runIfFree(this::sweepAlone);
    }

    /** The alarms of a tenant that were last raised before a time, in milliseconds since the epoch, are due. */
    private record Due(UUID tenant, long before) {}

    private void sweepAlone() throws SQLException, InterruptedException {
        long now = clock.millis();
        long before = deleted.get();
        for (Due due : transactions.once(connection -> due(connection, now))) {
            int rows;
            do {
                rows = transactions.once(connection -> delete(connection, due));
                deleted.addAndGet(rows);
                pace.pause(rows);
            } while (rows == ROWS_AT_ONCE);
        }
        if (deleted.get() > before) {
            log.info("Retention: deleted {} alarms", deleted.get() - before);
        }
    }

    private static List<Due> due(Connection connection, long now) throws SQLException {
        List<Due> due = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(TENANTS);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                due.add(
                        new Due(
                                rows.getObject(1, UUID.class),
                                now - Duration.ofDays(rows.getInt(2)).toMillis()));
            }
        }
        return due;
    }

    private static int delete(Connection connection, Due due) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
            delete.setObject(1, due.tenant());
            delete.setLong(2, due.before());
            delete.setLong(3, due.before());
            delete.setInt(4, ROWS_AT_ONCE);
            return delete.executeUpdate();
        }
    }
}
