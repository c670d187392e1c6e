// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.AlarmStore;
import io.millrace.rule.store.AlarmStore.Alarm;
import io.millrace.rule.store.AlarmStore.AlarmStatus;
import io.millrace.rule.store.AlarmStoreContract;

class InMemoryAlarmStoreTest extends AlarmStoreContract {

    private final InMemoryAlarmStore store = new InMemoryAlarmStore();

    @Override
    protected AlarmStore store() {
        return store;
    }

    @Override
    protected AlarmId alarmOf(TenantId owner, EntityId originator, AlarmStatus status) {
        AlarmId alarm = new AlarmId(TimeOrderedUuid.next());
        store.put(owner, new Alarm(alarm, originator, status));
        return alarm;
    }

    @Override
    protected void change(TenantId owner, AlarmId alarm, AlarmStatus status) {
        EntityId originator =
                store.find(owner, alarm).toCompletableFuture().join().orElseThrow().originator();
        store.put(owner, new Alarm(alarm, originator, status));
    }
}
