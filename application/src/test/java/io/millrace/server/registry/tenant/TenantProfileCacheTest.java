// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.TenantId;
import io.millrace.message.id.TenantProfileId;
import io.millrace.rule.outgoing.AllowedTargets;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.ratelimit.TransportLimits;
import io.millrace.server.registry.tenantprofile.ProfileValues;
import io.millrace.server.registry.tenantprofile.TenantProfileChanged;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TenantProfileCacheTest {

    private static final TenantProfileId PROFILE = new TenantProfileId(new UUID(1, 1));
    private static final TenantProfileId OTHER_PROFILE = new TenantProfileId(new UUID(1, 2));
    private static final TenantId TENANT = new TenantId(new UUID(2, 1));
    private static final TenantId OTHER = new TenantId(new UUID(2, 2));

    private final Map<TenantId, ProfileValues> stored = new ConcurrentHashMap<>();
    private final Semaphore answers = new Semaphore(0);
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();

    /** The reads of the one test that ends them one by one. */
    private final List<CompletableFuture<ProfileValues>> reads = new CopyOnWriteArrayList<>();

    private final DatabaseLookups lookups =
            new DatabaseLookups("weights", 8, Duration.ofSeconds(30), new StorageHealth());
    private final TenantProfileCache profiles =
            new TenantProfileCache(this::load, lookups, nanos::get);
    private final TenantWeights weights = new TenantWeights(profiles);

    private Optional<ProfileValues> load(TenantId tenant) {
        Optional<ProfileValues> read = Optional.ofNullable(stored.get(tenant));
        asked.incrementAndGet();
        answers.acquireUninterruptibly();
        return read;
    }

    @AfterEach
    void close() {
        answers.release(1_000);
        reads.forEach(read -> read.cancel(true));
        lookups.close();
    }

    private void store(TenantId tenant, TenantProfileId profile, double weight) {
        stored.put(tenant, values(profile, weight));
    }

    private static ProfileValues values(TenantProfileId profile, double weight) {
        return new ProfileValues(profile, weight, AllowedTargets.NONE, TransportLimits.NONE);
    }

    private void awaitWeight(TenantId tenant, double weight) {
        await().untilAsserted(() -> assertThat(weights.applyAsDouble(tenant)).isEqualTo(weight));
    }

    @Test
    void aTenantWeighsOneUntilItsWeightHasBeenReadOnce() {
        store(TENANT, PROFILE, 7);

        assertThat(weights.applyAsDouble(TENANT)).isEqualTo(1);
        assertThat(weights.applyAsDouble(TENANT)).isEqualTo(1);
        answers.release();

        awaitWeight(TENANT, 7);
        assertThat(asked).hasValue(1);
    }

    @Test
    void aTenantThatIsNotThereWeighsOne() throws Exception {
        answers.release();

        assertThat(profiles.await(TENANT)).isEmpty();
        assertThat(weights.applyAsDouble(TENANT)).isEqualTo(1);
        assertThat(asked).hasValue(1);
    }

    @Test
    void theFormerWeightCountsUntilTheChangedOneHasBeenRead() {
        store(TENANT, PROFILE, 7);
        answers.release();
        awaitWeight(TENANT, 7);

        store(TENANT, PROFILE, 3);
        profiles.on(new TenantProfileChanged(PROFILE));

        await().until(() -> asked.get() == 2);
        assertThat(weights.applyAsDouble(TENANT)).isEqualTo(7);
        answers.release();
        awaitWeight(TENANT, 3);
    }

    @Test
    void aChangedProfileIsReadForItsOwnTenantsOnly() {
        store(TENANT, PROFILE, 7);
        store(OTHER, OTHER_PROFILE, 5);
        answers.release(2);
        awaitWeight(TENANT, 7);
        awaitWeight(OTHER, 5);
        store(TENANT, PROFILE, 8);
        store(OTHER, OTHER_PROFILE, 6);
        answers.release(100);

        profiles.on(new TenantProfileChanged(PROFILE));

        awaitWeight(TENANT, 8);
        assertThat(weights.applyAsDouble(OTHER)).isEqualTo(5);
        assertThat(asked).hasValue(3);
    }

    @Test
    void aTenantThatGetsAnotherProfileIsReadAnew() {
        store(TENANT, PROFILE, 7);
        answers.release(100);
        awaitWeight(TENANT, 7);

        store(TENANT, OTHER_PROFILE, 2);
        profiles.on(new TenantChanged(TENANT));

        awaitWeight(TENANT, 2);
    }

    @Test
    void aChangeWithoutAnEventIsSeenWithinTenMinutes() {
        store(TENANT, PROFILE, 7);
        answers.release(100);
        awaitWeight(TENANT, 7);
        store(TENANT, PROFILE, 9);
        assertThat(weights.applyAsDouble(TENANT)).isEqualTo(7);
        // The cache notes the time of an answer just after the reader has it.
        await().until(() -> profiles.age(TENANT).filter(age -> !age.isNegative()).isPresent());

        nanos.addAndGet(TenantProfileCache.MEMORY.plusSeconds(1).toNanos());

        awaitWeight(TENANT, 9);
    }

    @Test
    void aChangeDuringTheFirstReadCounts() {
        store(TENANT, PROFILE, 7);
        assertThat(weights.applyAsDouble(TENANT)).isEqualTo(1);
        await().until(() -> asked.get() == 1);

        store(TENANT, PROFILE, 3);
        profiles.on(new TenantProfileChanged(PROFILE));
        answers.release(100);

        awaitWeight(TENANT, 3);
        await().until(() -> asked.get() == 2);
    }

    @Test
    void ofTwoChangesTheLaterCountsAlsoIfItIsReadFirst() {
        TenantProfileCache ordered =
                new TenantProfileCache(
                        _ -> {
                            CompletableFuture<ProfileValues> read = new CompletableFuture<>();
                            reads.add(read);
                            return Optional.of(read.join());
                        },
                        lookups,
                        nanos::get);
        assertThat(ordered.now(TENANT)).isEmpty();
        for (int each = 1; each <= 2; each++) {
            int begun = each;
            await().until(() -> reads.size() == begun);
            ordered.on(new TenantChanged(TENANT));
        }
        await().until(() -> reads.size() == 3);

        reads.get(2).complete(values(PROFILE, 3));
        await().until(() -> ordered.now(TENANT).isPresent());
        reads.get(1).complete(values(PROFILE, 2));
        reads.get(0).complete(values(PROFILE, 1));

        await().during(Duration.ofMillis(100))
                .until(() -> ordered.now(TENANT).orElseThrow().weight() == 3);
    }

    @Test
    void aTenantThatIsGoneIsForgotten() {
        store(TENANT, PROFILE, 7);
        answers.release(100);
        awaitWeight(TENANT, 7);
        stored.clear();

        profiles.on(new TenantDeleted(TENANT));

        awaitWeight(TENANT, 1);
        await().until(() -> asked.get() == 2);
    }
}
