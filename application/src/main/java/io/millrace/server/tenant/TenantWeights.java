// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.tenant;

import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TenantProfileId;
import io.millrace.server.api.DatabaseLookups;
import io.millrace.server.tenantprofile.TenantProfileChanged;
import io.millrace.server.tenantprofile.TenantProfileService.TenantWeight;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.springframework.context.event.EventListener;

/**
 * What share of the room in the engine a tenant has, above 0 and at most 100; 1 is everybody's who says nothing. Never
 * waits: until a tenant's weight has been read it is 1, and until a changed one has been read it is the former. Changes
 * made on this instance count at once, those of another within {@link #MEMORY} of the next question.
 */
public final class TenantWeights implements ToDoubleFunction<TenantId> {

    static final Duration MEMORY = Duration.ofSeconds(60);

    private static final double DEFAULT = 1;
    private static final int MAX_REMEMBERED = 10_000;

    private final AsyncLoadingCache<TenantId, Optional<TenantWeight>> remembered;

    /**
     * Weights that are read with the given look-ups.
     *
     * @param stored finds a tenant's weight in the database
     */
    TenantWeights(
            Function<TenantId, Optional<TenantWeight>> stored,
            DatabaseLookups lookups,
            Ticker ticker) {
        this.remembered =
                Caffeine.newBuilder()
                        .maximumSize(MAX_REMEMBERED)
                        .refreshAfterWrite(MEMORY)
                        .ticker(ticker)
                        .executor(Runnable::run)
                        .buildAsync((tenant, _) ->
                                lookups.runUntilAnswered(() -> stored.apply(tenant)));
    }

    @Override
    public double applyAsDouble(TenantId tenant) {
        CompletableFuture<Optional<TenantWeight>> weight = remembered.get(tenant);
        return weight.state() == CompletableFuture.State.SUCCESS
                ? weight.resultNow().map(TenantWeight::weight).orElse(DEFAULT)
                : DEFAULT;
    }

    @EventListener
    void on(TenantChanged event) {
        if (remembered.asMap().containsKey(event.tenant())) {
            var _ = remembered.synchronous().refresh(event.tenant());
        }
    }

    @EventListener
    void on(TenantProfileChanged event) {
        LoadingCache<TenantId, Optional<TenantWeight>> known = remembered.synchronous();
        List<TenantId> affected =
                known.asMap().entrySet().stream()
                        .filter(entry -> has(entry.getValue(), event.profile()))
                        .map(Map.Entry::getKey)
                        .toList();
        var _ = known.refreshAll(affected);
    }

    private static boolean has(Optional<TenantWeight> weight, TenantProfileId profile) {
        return weight.map(TenantWeight::profile).filter(profile::equals).isPresent();
    }

    @EventListener
    void on(TenantDeleted event) {
        remembered.synchronous().invalidate(event.tenant());
    }
}
