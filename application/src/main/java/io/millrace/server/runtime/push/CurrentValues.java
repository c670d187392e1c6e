// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.rule.store.StoreException;
import io.millrace.server.store.attribute.AttributeReader;
import io.millrace.server.store.timeseries.TimeseriesReader;
import io.millrace.server.web.api.ApiException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Reads stored values for subscriptions. Few reads run at a time, and fewer of one tenant, so that clients of one tenant
 * that all subscribe at once delay neither other tenants nor other users of the database.
 */
final class CurrentValues {

    private static final int READS_AT_ONCE = 6;
    private static final int READS_OF_TENANT = 2;

    private static final Set<AttributeScope> ALL_SCOPES = EnumSet.allOf(AttributeScope.class);

    private final TimeseriesReader series;
    private final AttributeReader attributes;
    private final Semaphore places = new Semaphore(READS_AT_ONCE, true);
    private final ConcurrentHashMap<TenantId, Places> tenants = new ConcurrentHashMap<>();

    CurrentValues(TimeseriesReader series, AttributeReader attributes) {
        this.series = series;
        this.attributes = attributes;
    }

    /** The places of one tenant; removed when no read uses or awaits them. */
    private static final class Places {

        final Semaphore permits = new Semaphore(READS_OF_TENANT, true);
        int users;
    }

    /**
     * Reads the values that a subscription asks for.
     *
     * @throws ApiException (400) if they are too large
     * @throws DataAccessException if the database does not answer
     */
    Change current(TenantId tenant, Subscription subscription) {
        EntityId entity = subscription.entity();
        return subscription.readsAttributes()
                ? attributes(tenant, entity, subscription.scopes(), subscription.keys())
                : latest(tenant, entity, subscription.keys());
    }

    private Change attributes(
            TenantId tenant, EntityId entity, Set<AttributeScope> scopes, Set<String> keys) {
        return bounded(
                tenant,
                () ->
                        new Change.CurrentAttributes(
                                keys, attributes.attributes(tenant, entity, scopes, keys)));
    }

    private Change latest(TenantId tenant, EntityId entity, Set<String> keys) {
        return bounded(
                tenant,
                () ->
                        new Change.CurrentLatest(
                                keys,
                                keys.isEmpty()
                                        ? series.latest(tenant, entity)
                                        : series.latest(tenant, entity, keys)));
    }

    private Change bounded(TenantId tenant, Supplier<Change> read) {
        try {
            return inTurn(tenant, read);
        } catch (StoreException tooLarge) {
            throw ApiException.badRequest("keys: " + tooLarge.getMessage());
        }
    }

    /**
     * Reads the values that the subscriptions of an entity need.
     *
     * @throws ApiException (400) if they are too large together
     * @throws DataAccessException if the database does not answer
     */
    List<Change> current(Watched watched) {
        TenantId tenant = watched.tenant();
        EntityId entity = watched.entity();
        List<Change> values = new ArrayList<>();
        List<Subscription> ofAttributes = new ArrayList<>();
        List<Subscription> ofLatest = new ArrayList<>();
        for (Subscription each : watched.subscriptions()) {
            (each.readsAttributes() ? ofAttributes : ofLatest).add(each);
        }
        if (!ofAttributes.isEmpty()) {
            values.add(attributes(tenant, entity, ALL_SCOPES, keys(ofAttributes)));
        }
        if (!ofLatest.isEmpty()) {
            values.add(latest(tenant, entity, keys(ofLatest)));
        }
        return values;
    }

    /** The keys of all subscriptions; empty if one of them reads all keys. */
    private static Set<String> keys(List<Subscription> subscriptions) {
        Set<String> keys = new HashSet<>();
        for (Subscription each : subscriptions) {
            if (each.keys().isEmpty()) {
                return Set.of();
            }
            keys.addAll(each.keys());
        }
        return keys;
    }

    /** Runs a read when the tenant and this instance have room for it. */
    <T> T inTurn(TenantId tenant, Supplier<T> read) {
        Places own =
                tenants.compute(
                        tenant,
                        (_, present) -> {
                            Places of = present == null ? new Places() : present;
                            of.users++;
                            return of;
                        });
        try {
            own.permits.acquire();
            try {
                places.acquire();
                try {
                    return read.get();
                } finally {
                    places.release();
                }
            } finally {
                own.permits.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DataAccessResourceFailureException("The service is stopping", e);
        } finally {
            tenants.computeIfPresent(tenant, (_, of) -> --of.users == 0 ? null : of);
        }
    }
}
