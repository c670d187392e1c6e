// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.periodic.RowPace;
import io.millrace.server.platform.postgres.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class AlarmRetentionIT {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final DataSource database = TestDatabase.freshDatabase();
    private final JdbcClient jdbc = JdbcClient.create(database);
    private final AlarmRetention retention =
            new AlarmRetention(
                    database,
                    new Transactions(database, new StorageHealth()),
                    new RowPace(1_000_000),
                    Clock.fixed(NOW, ZoneOffset.UTC));

    private UUID newTenant(String configuration) {
        UUID tenant = TimeOrderedUuid.next();
        jdbc.sql(
                        """
                        with p as (insert into tenant_profile (id, created_time, name, profile_data)
                                   values (gen_random_uuid(), 0, :name, :data::jsonb) returning id)
                        insert into tenant (id, created_time, title, tenant_profile_id)
                        select :tenant, 0, :name, id from p
                        """)
                .param("tenant", tenant)
                .param("name", tenant.toString())
                .param("data", "{\"configuration\": %s}".formatted(configuration))
                .update();
        return tenant;
    }

    private UUID newAlarm(UUID tenant, Duration created, Duration ended) {
        UUID id = TimeOrderedUuid.next();
        jdbc.sql(
                        """
                        insert into alarm (id, created_time, tenant_id, originator_type, originator_id, type, severity,
                                           start_ts, end_ts)
                        values (:id, :created, :tenant, 'DEVICE', gen_random_uuid(), 'Hot', 'MAJOR', :created, :ended)
                        """)
                .param("id", id)
                .param("tenant", tenant)
                .param("created", NOW.minus(created).toEpochMilli())
                .param("ended", NOW.minus(ended).toEpochMilli())
                .update();
        return id;
    }

    private List<@Nullable UUID> left(UUID tenant) {
        return jdbc.sql("select id from alarm where tenant_id = ?")
                .param(tenant)
                .query(UUID.class)
                .list();
    }

    private static Duration days(int days) {
        return Duration.ofDays(days);
    }

    @Test
    void deletesAlarmsThatEndedBeforeTheTimeOfTheProfile() throws Exception {
        UUID tenant = newTenant("{\"alarmsTtlDays\": 30}");
        newAlarm(tenant, days(40), days(31));
        UUID raisedAgain = newAlarm(tenant, days(40), days(29));
        UUID fresh = newAlarm(tenant, days(1), days(1));
        UUID commented = newAlarm(tenant, days(50), days(50));
        jdbc.sql(
                        """
                        insert into alarm_comment (id, created_time, alarm_id, type, comment)
                        values (gen_random_uuid(), 0, ?, 'OTHER', '{}')
                        """)
                .param(commented)
                .update();

        retention.sweep();

        assertThat(left(tenant)).containsExactlyInAnyOrder(raisedAgain, fresh);
        assertThat(retention.deleted()).isEqualTo(2);
    }

    @Test
    void keepsAlarmsForEverIfTheProfileSetsNoTime() throws Exception {
        List<UUID> tenants =
                List.of(
                        newTenant("{}"),
                        newTenant("{\"alarmsTtlDays\": 0}"),
                        newTenant("{\"alarmsTtlDays\": null}"),
                        newTenant("{\"alarmsTtlDays\": \"30\"}"),
                        newTenant("{\"alarmsTtlDays\": -1}"));
        tenants.forEach(tenant -> newAlarm(tenant, days(9_000), days(9_000)));

        retention.sweep();

        assertThat(tenants).allSatisfy(tenant -> assertThat(left(tenant)).hasSize(1));
    }

    @Test
    void deletesMoreAlarmsThanOneStatementDoes() throws Exception {
        UUID tenant = newTenant("{\"alarmsTtlDays\": 1}");
        jdbc.sql(
                        """
                        insert into alarm (id, created_time, tenant_id, originator_type, originator_id, type, severity,
                                           start_ts, end_ts)
                        select gen_random_uuid(), 1, :tenant, 'DEVICE', gen_random_uuid(), 'Hot', 'MAJOR', 1, 1
                          from generate_series(1, :count)
                        """)
                .param("tenant", tenant)
                .param("count", 2 * AlarmRetention.ROWS_AT_ONCE + 1)
                .update();

        retention.sweep();

        assertThat(left(tenant)).isEmpty();
    }

    @Test
    void leavesAnAlarmThatIsBeingChangedForTheNextRun() throws Exception {
        UUID tenant = newTenant("{\"alarmsTtlDays\": 1}");
        UUID alarm = newAlarm(tenant, days(9), days(9));
        try (Connection other = database.getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute(
                    "update alarm set end_ts = %d where id = '%s'"
                            .formatted(NOW.toEpochMilli(), alarm));

            retention.sweep();
            other.commit();
        }
        retention.sweep();

        assertThat(left(tenant)).containsExactly(alarm);
    }

    @Test
    void oneInstanceSweepsAtATime() throws SQLException, InterruptedException {
        UUID tenant = newTenant("{\"alarmsTtlDays\": 1}");
        newAlarm(tenant, days(9), days(9));
        try (Connection other = database.getConnection();
                Statement lock = other.createStatement()) {
            lock.execute("select pg_advisory_lock(%d)".formatted(AlarmRetention.LOCK));
            retention.sweep();
            assertThat(left(tenant)).hasSize(1);
        }
    }
}
