// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.AlarmStore;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Holds the alarms that a test adds. */
public final class InMemoryAlarmStore implements AlarmStore {

    private record Owned(TenantId tenant, AlarmId alarm) {}

    private final Map<Owned, Alarm> alarms = new ConcurrentHashMap<>();
    private volatile RuntimeException failure;

    @Override
    public CompletionStage<Optional<Alarm>> find(TenantId tenant, AlarmId id) {
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        return CompletableFuture.completedFuture(
                Optional.ofNullable(alarms.get(new Owned(tenant, id))));
    }

    /** Keeps an alarm in the place of what was there before. */
    public void put(TenantId tenant, Alarm alarm) {
        alarms.put(new Owned(tenant, alarm.id()), alarm);
    }

    /** Lets every later call fail. */
    public void failWith(RuntimeException error) {
        failure = error;
    }
}
