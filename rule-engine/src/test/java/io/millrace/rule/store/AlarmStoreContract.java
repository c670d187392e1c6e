// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.AlarmStore.Alarm;
import io.millrace.rule.store.AlarmStore.AlarmStatus;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every {@link AlarmStore} must do. */
public abstract class AlarmStoreContract {

    private TenantId tenant;
    private EntityId device;

    /** The store under test; the same at each call within a test. */
    protected abstract AlarmStore store();

    /** Makes an alarm of the tenant. */
    protected abstract AlarmId alarmOf(TenantId owner, EntityId originator, AlarmStatus status);

    /** Gives an alarm that exists another status. */
    protected abstract void change(TenantId owner, AlarmId alarm, AlarmStatus status);

    /** A tenant that may own alarms. */
    protected TenantId newTenant() {
        return new TenantId(TimeOrderedUuid.next());
    }

    /** A device of the tenant that may have alarms. */
    protected EntityId newDevice(TenantId owner) {
        return new DeviceId(TimeOrderedUuid.next()).entity();
    }

    @BeforeEach
    final void makeADevice() {
        tenant = newTenant();
        device = newDevice(tenant);
    }

    @ParameterizedTest
    @EnumSource
    void knowsOriginatorAndStatusOfAnAlarm(AlarmStatus status) {
        AlarmId alarm = alarmOf(tenant, device, status);

        assertThat(find(tenant, alarm)).contains(new Alarm(alarm, device, status));
    }

    @ParameterizedTest
    @EnumSource
    void seesAChangeAtOnce(AlarmStatus changed) {
        AlarmStatus before =
                changed == AlarmStatus.ACTIVE_UNACK
                        ? AlarmStatus.CLEARED_ACK
                        : AlarmStatus.ACTIVE_UNACK;
        AlarmId alarm = alarmOf(tenant, device, before);
        find(tenant, alarm);

        change(tenant, alarm, changed);

        assertThat(find(tenant, alarm)).map(Alarm::status).contains(changed);
    }

    @Test
    void knowsNoAlarmThatDoesNotExist() {
        assertThat(find(tenant, new AlarmId(TimeOrderedUuid.next()))).isEmpty();
    }

    @Test
    void knowsNoAlarmOfAnotherTenant() {
        AlarmId alarm = alarmOf(tenant, device, AlarmStatus.ACTIVE_UNACK);

        assertThat(find(newTenant(), alarm)).isEmpty();
    }

    private Optional<Alarm> find(TenantId owner, AlarmId alarm) {
        return store().find(owner, alarm)
                .toCompletableFuture()
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
    }
}
