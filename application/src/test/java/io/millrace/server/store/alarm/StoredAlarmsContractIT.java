// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.alarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.AlarmStore;
import io.millrace.rule.store.AlarmStore.AlarmStatus;
import io.millrace.rule.store.AlarmStoreContract;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.postgres.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

class StoredAlarmsContractIT extends AlarmStoreContract {

    private static JdbcClient jdbc;
    private static DatabaseLookups lookups;

    @BeforeAll
    static void open() {
        jdbc = JdbcClient.create(TestDatabase.freshDatabase());
        lookups = new DatabaseLookups("alarms", 16, Duration.ofSeconds(10), new StorageHealth());
    }

    @AfterAll
    static void close() {
        lookups.close();
    }

    @Override
    protected AlarmStore store() {
        return new StoredAlarms(jdbc, lookups);
    }

    @Override
    protected AlarmId alarmOf(TenantId owner, EntityId originator, AlarmStatus status) {
        return add(owner, originator, "Type " + TimeOrderedUuid.next(), status);
    }

    private static AlarmId add(
            TenantId owner, EntityId originator, String type, AlarmStatus status) {
        AlarmId id = new AlarmId(TimeOrderedUuid.next());
        jdbc.sql(
                        """
                        insert into alarm (id, created_time, tenant_id, originator_type, originator_id, type, severity,
                                           cleared, acknowledged, start_ts, end_ts)
                        values (?, 0, ?, ?, ?, ?, 'MAJOR', ?, ?, 0, 0)
                        """)
                .params(
                        id.id(),
                        owner.id(),
                        originator.type().name(),
                        originator.id(),
                        type,
                        isCleared(status),
                        isAcknowledged(status))
                .update();
        return id;
    }

    @Override
    protected void change(TenantId owner, AlarmId alarm, AlarmStatus status) {
        jdbc.sql("update alarm set cleared = ?, acknowledged = ? where tenant_id = ? and id = ?")
                .params(isCleared(status), isAcknowledged(status), owner.id(), alarm.id())
                .update();
    }

    private static boolean isCleared(AlarmStatus status) {
        return status == AlarmStatus.CLEARED_ACK || status == AlarmStatus.CLEARED_UNACK;
    }

    private static boolean isAcknowledged(AlarmStatus status) {
        return status == AlarmStatus.CLEARED_ACK || status == AlarmStatus.ACTIVE_ACK;
    }

    @Test
    void anOriginatorHasAtMostOneUnclearedAlarmOfAType() {
        TenantId tenant = newTenant();
        EntityId device = new DeviceId(TimeOrderedUuid.next()).entity();
        add(tenant, device, "Hot", AlarmStatus.CLEARED_ACK);
        add(tenant, device, "Hot", AlarmStatus.CLEARED_UNACK);
        AlarmId active = add(tenant, device, "Hot", AlarmStatus.ACTIVE_UNACK);

        assertThatThrownBy(() -> add(tenant, device, "Hot", AlarmStatus.ACTIVE_ACK))
                .isInstanceOf(DuplicateKeyException.class);
        add(tenant, device, "Cold", AlarmStatus.ACTIVE_ACK);
        change(tenant, active, AlarmStatus.CLEARED_UNACK);
        assertThat(add(tenant, device, "Hot", AlarmStatus.ACTIVE_ACK)).isNotEqualTo(active);
    }
}
