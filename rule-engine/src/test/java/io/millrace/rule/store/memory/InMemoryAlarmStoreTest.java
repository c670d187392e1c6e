// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.alarm.AlarmFixture;
import io.millrace.rule.alarm.AlarmStatus;
import io.millrace.rule.store.AlarmStore;
import io.millrace.rule.store.AlarmStoreContract;

class InMemoryAlarmStoreTest extends AlarmStoreContract {

    private final InMemoryAlarmStore store = new InMemoryAlarmStore();

    @Override
    protected AlarmStore store() {
        return store;
    }

    @Override
    protected void change(TenantId owner, AlarmId alarm, AlarmStatus status) {
        store.all().stream()
                .filter(each -> each.id().equals(alarm))
                .forEach(each -> store.put(AlarmFixture.withStatus(each, status)));
    }
}
