// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.TenantId;
import io.millrace.message.id.TenantProfileId;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.tenantprofile.TenantProfileChanged;
import io.millrace.server.registry.tenantprofile.TenantProfileService.ProfileValue;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TenantWeightsTest {

    private static final TenantProfileId PROFILE = new TenantProfileId(new UUID(1, 1));
    private static final TenantProfileId OTHER_PROFILE = new TenantProfileId(new UUID(1, 2));
    private static final TenantId TENANT = new TenantId(new UUID(2, 1));
    private static final TenantId OTHER = new TenantId(new UUID(2, 2));

    private final Map<TenantId, ProfileValue<Double>> stored = new ConcurrentHashMap<>();
    private final Semaphore answers = new Semaphore(0);
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();
    private final DatabaseLookups lookups =
            new DatabaseLookups("weights", 8, Duration.ofSeconds(30), new StorageHealth());
    private final TenantWeights weights = new TenantWeights(this::load, lookups, nanos::get);

    private Optional<ProfileValue<Double>> load(TenantId tenant) {
        asked.incrementAndGet();
        answers.acquireUninterruptibly();
        return Optional.ofNullable(stored.get(tenant));
    }

    @AfterEach
    void close() {
        answers.release(1_000);
        lookups.close();
    }

    private void store(TenantId tenant, TenantProfileId profile, double weight) {
        stored.put(tenant, new ProfileValue<>(profile, weight));
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

        assertThat(weights.await(TENANT)).isEqualTo(1);
        assertThat(weights.applyAsDouble(TENANT)).isEqualTo(1);
        assertThat(asked).hasValue(1);
    }

    @Test
    void theFormerWeightCountsUntilTheChangedOneHasBeenRead() {
        store(TENANT, PROFILE, 7);
        answers.release();
        awaitWeight(TENANT, 7);

        store(TENANT, PROFILE, 3);
        weights.on(new TenantProfileChanged(PROFILE));

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

        weights.on(new TenantProfileChanged(PROFILE));

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
        weights.on(new TenantChanged(TENANT));

        awaitWeight(TENANT, 2);
    }

    @Test
    void aChangeWithoutAnEventIsSeenWithinAMinute() {
        store(TENANT, PROFILE, 7);
        answers.release(100);
        awaitWeight(TENANT, 7);
        store(TENANT, PROFILE, 9);
        assertThat(weights.applyAsDouble(TENANT)).isEqualTo(7);

        nanos.addAndGet(TenantWeights.MEMORY.plusSeconds(1).toNanos());

        awaitWeight(TENANT, 9);
    }

    @Test
    void aTenantThatIsGoneIsForgotten() {
        store(TENANT, PROFILE, 7);
        answers.release(100);
        awaitWeight(TENANT, 7);
        stored.clear();

        weights.on(new TenantDeleted(TENANT));

        awaitWeight(TENANT, 1);
        await().until(() -> asked.get() == 2);
    }
}
