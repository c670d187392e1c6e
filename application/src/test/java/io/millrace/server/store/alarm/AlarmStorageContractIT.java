// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.AssetId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmDraft;
import io.millrace.rule.alarm.AlarmPropagation;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.rule.alarm.AlarmStatus;
import io.millrace.rule.store.AlarmStore;
import io.millrace.rule.store.AlarmStoreContract;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.postgres.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class AlarmStorageContractIT extends AlarmStoreContract {

    private static JdbcClient jdbc;
    private static DatabaseLookups lookups;
    private static AlarmStorage storage;

    @BeforeAll
    static void open() {
        DataSource database = TestDatabase.freshDatabase();
        jdbc = JdbcClient.create(database);
        StorageHealth health = new StorageHealth();
        lookups = new DatabaseLookups("alarms", 16, Duration.ofSeconds(10), health);
        storage =
                new AlarmStorage(
                        jdbc, lookups, new Transactions(database, health), CommitLimits.DEFAULT);
    }

    @AfterAll
    static void close() {
        storage.close();
        lookups.close();
    }

    @Override
    protected AlarmStore store() {
        return storage;
    }

    @Override
    protected void change(TenantId owner, AlarmId alarm, AlarmStatus status) {
        jdbc.sql("update alarm set cleared = ?, acknowledged = ? where tenant_id = ? and id = ?")
                .params(status.isCleared(), status.isAcknowledged(), owner.id(), alarm.id())
                .update();
    }

    @Override
    protected TenantId newTenant() {
        TenantId tenant = super.newTenant();
        jdbc.sql(
                        """
                        insert into tenant (id, created_time, title, tenant_profile_id)
                        select ?, 0, ?, id from tenant_profile limit 1
                        """)
                .params(tenant.id(), "Tenant " + tenant.id())
                .update();
        return tenant;
    }

    private static Alarm raise(TenantId tenant, EntityId originator, AlarmPropagation propagation) {
        return storage.raise(
                        tenant,
                        new AlarmDraft(
                                originator, "Hot", AlarmSeverity.MAJOR, 1, 2, "{}", propagation),
                        3,
                        null)
                .toCompletableFuture()
                .join()
                .alarm();
    }

    private static void relate(TenantId tenant, EntityId from, String type, EntityId to) {
        jdbc.sql(
                        """
                        insert into relation (tenant_id, from_type, from_id, type_group, type, to_type, to_id)
                        values (?, ?, ?, 'COMMON', ?, ?, ?)
                        """)
                .params(tenant.id(), from.type().name(), from.id(), type, to.type().name(), to.id())
                .update();
    }

    private static EntityId asset() {
        return new AssetId(TimeOrderedUuid.next()).entity();
    }

    private static List<UUID> shownAt(Alarm alarm) {
        return jdbc.sql("select entity_id from entity_alarm where alarm_id = ?")
                .param(alarm.id().id())
                .query((row, _) -> UUID.fromString(row.getString(1)))
                .list();
    }

    @Test
    void anAlarmIsShownAtItsOriginator() {
        TenantId tenant = newTenant();
        EntityId device = newDevice(tenant);

        assertThat(shownAt(raise(tenant, device, AlarmPropagation.NONE)))
                .containsExactly(device.id());
    }

    @Test
    void anAlarmIsShownAtAllEntitiesFromWhichRelationsOfItsTypesLeadToItsOriginator() {
        TenantId tenant = newTenant();
        EntityId device = newDevice(tenant);
        EntityId room = asset();
        EntityId house = asset();
        EntityId manager = asset();
        relate(tenant, room, "Contains", device);
        relate(tenant, house, "Contains", room);
        relate(tenant, device, "Contains", house);
        relate(tenant, manager, "Manages", device);

        Alarm alarm =
                raise(
                        tenant,
                        device,
                        new AlarmPropagation(true, false, false, List.of("Contains")));
        assertThat(shownAt(alarm)).containsExactlyInAnyOrder(device.id(), room.id(), house.id());

        raise(tenant, device, new AlarmPropagation(true, false, true, List.of()));
        assertThat(shownAt(alarm))
                .containsExactlyInAnyOrder(
                        device.id(), room.id(), house.id(), manager.id(), tenant.id());
    }

    @Test
    void anAlarmOfAnOriginatorWithoutACustomerIsShownAtItsTenantInTheOwnersPlace() {
        TenantId tenant = newTenant();
        EntityId device = newDevice(tenant);

        assertThat(
                        shownAt(
                                raise(
                                        tenant,
                                        device,
                                        new AlarmPropagation(false, true, false, List.of()))))
                .containsExactlyInAnyOrder(device.id(), tenant.id());
    }
}
