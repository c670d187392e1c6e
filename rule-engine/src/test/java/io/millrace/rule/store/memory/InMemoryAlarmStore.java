// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.AlarmId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmChange;
import io.millrace.rule.alarm.AlarmDraft;
import io.millrace.rule.store.AlarmStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Holds alarms in memory. Thread-safe. */
public final class InMemoryAlarmStore implements AlarmStore {

    private final Map<AlarmId, Alarm> alarms = new LinkedHashMap<>();
    private @Nullable RuntimeException failure;

    @Override
    public CompletionStage<Optional<Alarm>> find(TenantId tenant, AlarmId id) {
        return answer(() -> of(tenant, id));
    }

    @Override
    public CompletionStage<Optional<Alarm>> findActive(
            TenantId tenant, EntityId originator, String type) {
        return answer(() -> active(tenant, originator, type));
    }

    @Override
    public CompletionStage<AlarmChange> raise(
            TenantId tenant, AlarmDraft draft, long now, @Nullable Lease lease) {
        return answer(() ->
                kept(
                        active(tenant, draft.originator(), draft.type())
                                .map(alarm -> alarm.raised(draft))
                                .orElseGet(() -> Alarm.created(tenant, null, draft, now))));
    }

    @Override
    public CompletionStage<Optional<AlarmChange>> clear(
            TenantId tenant,
            AlarmId id,
            @Nullable String details,
            long now,
            @Nullable Lease lease) {
        return answer(() -> of(tenant, id).map(alarm -> kept(alarm.cleared(details, now))));
    }

    private synchronized <T> CompletionStage<T> answer(Supplier<T> work) {
        return failure == null
                ? CompletableFuture.completedFuture(work.get())
                : CompletableFuture.failedFuture(failure);
    }

    private Optional<Alarm> of(TenantId tenant, AlarmId id) {
        return Optional.ofNullable(alarms.get(id)).filter(alarm -> alarm.tenant().equals(tenant));
    }

    private Optional<Alarm> active(TenantId tenant, EntityId originator, String type) {
        return alarms.values().stream()
                .filter(alarm ->
                        alarm.tenant().equals(tenant)
                                && alarm.originator().equals(originator)
                                && alarm.type().equals(type)
                                && !alarm.status().isCleared())
                .findFirst();
    }

    private AlarmChange kept(AlarmChange change) {
        alarms.put(change.alarm().id(), change.alarm());
        return change;
    }

    /** Keeps an alarm in the place of what was there before. */
    public synchronized void put(Alarm alarm) {
        alarms.put(alarm.id(), alarm);
    }

    /** The alarms of all tenants, in the order of their creation. */
    public synchronized List<Alarm> all() {
        return new ArrayList<>(alarms.values());
    }

    /** Lets every later call fail; null: no longer. */
    public synchronized void failWith(@Nullable RuntimeException error) {
        failure = error;
    }
}
