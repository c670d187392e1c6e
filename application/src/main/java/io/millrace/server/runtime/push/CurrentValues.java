// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.server.store.attribute.AttributeReader;
import io.millrace.server.store.timeseries.TimeseriesReader;
import java.util.ArrayList;
import java.util.List;
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
     * Reads the values that a subscription starts with.
     *
     * @throws DataAccessException if the database does not answer
     */
    Change current(TenantId tenant, Subscription subscription) {
        EntityId entity = subscription.entity();
        return inTurn(
                tenant,
                () ->
                        subscription.readsAttributes()
                                ? new Change.AllAttributes(attributes.attributes(tenant, entity))
                                : new Change.AllLatest(series.latest(tenant, entity)));
    }

    /**
     * Reads the values that the subscriptions of an entity need.
     *
     * @throws DataAccessException if the database does not answer
     */
    List<Change> current(Watched watched) {
        TenantId tenant = watched.tenant();
        EntityId entity = watched.entity();
        List<Change> values = new ArrayList<>();
        if (watched.subscriptions().stream().anyMatch(Subscription::readsAttributes)) {
            values.add(
                    inTurn(
                            tenant,
                            () -> new Change.AllAttributes(attributes.attributes(tenant, entity))));
        }
        if (!watched.subscriptions().stream().allMatch(Subscription::readsAttributes)) {
            values.add(inTurn(tenant, () -> new Change.AllLatest(series.latest(tenant, entity))));
        }
        return values;
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
