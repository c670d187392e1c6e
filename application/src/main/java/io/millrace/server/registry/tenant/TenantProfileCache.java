// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TenantProfileId;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.tenantprofile.ProfileValues;
import io.millrace.server.registry.tenantprofile.TenantProfileChanged;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.springframework.context.event.EventListener;

/**
 * The values of the profiles of tenants, cached by tenant and read at the first request. A change by the API is read at
 * once, in all instances of a cluster; until it has been read, the former values apply. Values older than {@link #MEMORY}
 * are read again in any case: a change by SQL is told to the instances of a cluster, but not to a single one. Thread-safe.
 */
final class TenantProfileCache {

    static final Duration MEMORY = Duration.ofMinutes(10);

    private static final int MAX_REMEMBERED = 20_000;

    private final Function<TenantId, CompletableFuture<Optional<ProfileValues>>> read;
    private final AsyncLoadingCache<TenantId, Optional<ProfileValues>> remembered;

    /** The latest change of each tenant whose values are being read because of a change. */
    private final Map<TenantId, Long> changing = new ConcurrentHashMap<>();

    private final AtomicLong changes = new AtomicLong();

    /**
     * Creates an empty cache.
     *
     * @param stored finds a tenant's values in the database; empty if there is no such tenant
     */
    TenantProfileCache(
            Function<TenantId, Optional<ProfileValues>> stored,
            DatabaseLookups lookups,
            Ticker ticker) {
        this.read = tenant -> lookups.runUntilAnswered(tenant, () -> stored.apply(tenant));
        this.remembered =
                Caffeine.newBuilder()
                        .maximumSize(MAX_REMEMBERED)
                        .refreshAfterWrite(MEMORY)
                        .ticker(ticker)
                        .executor(Runnable::run)
                        .buildAsync((tenant, _) -> read.apply(tenant));
    }

    /** A tenant's values; empty until they have been read, or if there is no such tenant. Does not wait. */
    Optional<ProfileValues> now(TenantId tenant) {
        CompletableFuture<Optional<ProfileValues>> values = remembered.get(tenant);
        return isRead(values) ? values.resultNow() : Optional.empty();
    }

    /** How long ago a tenant's values were read; negative for values of this instant. */
    Optional<Duration> age(TenantId tenant) {
        return remembered
                .synchronous()
                .policy()
                .refreshAfterWrite()
                .flatMap(refresh -> refresh.ageOf(tenant));
    }

    private static boolean isRead(CompletableFuture<?> values) {
        return values.state() == CompletableFuture.State.SUCCESS;
    }

    /** A tenant's values; empty if there is no such tenant. Waits until they have been read. */
    Optional<ProfileValues> await(TenantId tenant) throws InterruptedException, ExecutionException {
        return remembered.get(tenant).get();
    }

    @EventListener
    void on(TenantChanged event) {
        if (remembered.asMap().containsKey(event.tenant())) {
            readAgain(event.tenant());
        }
    }

    @EventListener
    void on(TenantProfileChanged event) {
        remembered
                .asMap()
                .forEach((tenant, values) -> {
                    if (!isRead(values) || has(values.resultNow(), event.profile())) {
                        readAgain(tenant);
                    }
                });
    }

    private static boolean has(Optional<ProfileValues> values, TenantProfileId profile) {
        return values.map(ProfileValues::profile).filter(profile::equals).isPresent();
    }

    /** A read that is under way may have begun before the change, so its values do not count. */
    private void readAgain(TenantId tenant) {
        long change = changes.incrementAndGet();
        changing.put(tenant, change);
        var _ =
                read.apply(tenant)
                        .whenComplete((values, error) ->
                                changing.computeIfPresent(
                                        tenant,
                                        (_, latest) -> {
                                            if (latest != change) {
                                                return latest;
                                            }
                                            if (error == null) {
                                                remembered.put(
                                                        tenant,
                                                        CompletableFuture.completedFuture(values));
                                            }
                                            return null;
                                        }));
    }

    @EventListener
    void on(TenantDeleted event) {
        changing.remove(event.tenant());
        remembered.synchronous().invalidate(event.tenant());
    }
}
