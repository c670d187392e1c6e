// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TenantProfileId;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.tenantprofile.TenantProfileChanged;
import io.millrace.server.registry.tenantprofile.TenantProfileService.ProfileValue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.springframework.context.event.EventListener;

/**
 * One value of the profiles of tenants, cached by tenant and loaded at the first request. A change on this instance
 * reloads it at once. A change on another instance is noticed by the first request that finds a value older than {@link
 * #MEMORY}. Until the new value is loaded, the former one applies.
 */
abstract class ProfileValues<T> {

    static final Duration MEMORY = Duration.ofSeconds(60);

    private static final int MAX_REMEMBERED = 10_000;

    private final AsyncLoadingCache<TenantId, Optional<ProfileValue<T>>> remembered;
    private final T otherwise;

    /**
     * Creates an empty cache.
     *
     * @param stored finds a tenant's value in the database
     * @param otherwise the value of a tenant that does not exist
     */
    ProfileValues(
            Function<TenantId, Optional<ProfileValue<T>>> stored,
            T otherwise,
            DatabaseLookups lookups,
            Ticker ticker) {
        this.otherwise = otherwise;
        this.remembered =
                Caffeine.newBuilder()
                        .maximumSize(MAX_REMEMBERED)
                        .refreshAfterWrite(MEMORY)
                        .ticker(ticker)
                        .executor(Runnable::run)
                        .buildAsync((tenant, _) ->
                                lookups.runUntilAnswered(tenant, () -> stored.apply(tenant)));
    }

    /** A tenant's value, or {@code meanwhile} until it has been read. Does not wait. */
    final T nowOr(TenantId tenant, T meanwhile) {
        CompletableFuture<Optional<ProfileValue<T>>> value = remembered.get(tenant);
        return value.state() == CompletableFuture.State.SUCCESS
                ? valueOf(value.resultNow())
                : meanwhile;
    }

    /** A tenant's value. Waits until it has been read. */
    final T await(TenantId tenant) throws InterruptedException, ExecutionException {
        return valueOf(remembered.get(tenant).get());
    }

    private T valueOf(Optional<ProfileValue<T>> value) {
        return value.map(ProfileValue::value).orElse(otherwise);
    }

    @EventListener
    void on(TenantChanged event) {
        if (remembered.asMap().containsKey(event.tenant())) {
            var _ = remembered.synchronous().refresh(event.tenant());
        }
    }

    @EventListener
    void on(TenantProfileChanged event) {
        LoadingCache<TenantId, Optional<ProfileValue<T>>> known = remembered.synchronous();
        List<TenantId> affected =
                known.asMap().entrySet().stream()
                        .filter(entry -> has(entry.getValue(), event.profile()))
                        .map(Map.Entry::getKey)
                        .toList();
        var _ = known.refreshAll(affected);
    }

    private static boolean has(Optional<? extends ProfileValue<?>> value, TenantProfileId profile) {
        return value.map(ProfileValue::profile).filter(profile::equals).isPresent();
    }

    @EventListener
    void on(TenantDeleted event) {
        remembered.synchronous().invalidate(event.tenant());
    }
}
