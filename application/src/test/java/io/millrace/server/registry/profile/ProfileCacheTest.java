// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ProfileCacheTest {

    private static final TenantId TENANT = new TenantId(new UUID(1, 1));
    private static final UUID ENTITY = new UUID(2, 1);

    private final Map<UUID, String> stored = new ConcurrentHashMap<>();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();
    private final DatabaseLookups lookups =
            new DatabaseLookups("profiles", 8, Duration.ofSeconds(30), new StorageHealth());
    private final ProfileCache<String> cache =
            new ProfileCache<>((_, entity) -> load(entity), lookups, nanos::get);

    private Optional<String> load(UUID entity) {
        asked.incrementAndGet();
        return Optional.ofNullable(stored.get(entity));
    }

    @AfterEach
    void close() {
        lookups.close();
    }

    private Optional<String> profile() {
        return cache.of(TENANT, ENTITY).join();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void aProfileIsReadAgainAfterTenMinutes() {
        stored.put(ENTITY, "former");
        assertThat(profile()).hasValue("former");
        stored.put(ENTITY, "latter");

        pass(ProfileCache.MEMORY.minusSeconds(1));
        assertThat(profile()).hasValue("former");
        assertThat(asked).hasValue(1);

        pass(Duration.ofSeconds(2));
        assertThat(profile()).hasValue("latter");
    }

    @Test
    void anEntityThatIsMissingIsLookedUpAgainAfterAMinute() {
        assertThat(profile()).isEmpty();
        stored.put(ENTITY, "made by another instance");

        pass(ProfileCache.MEMORY_OF_MISSING.minusSeconds(1));
        assertThat(profile()).isEmpty();
        assertThat(asked).hasValue(1);

        pass(Duration.ofSeconds(2));
        assertThat(profile()).hasValue("made by another instance");
    }

    @Test
    void aForgottenEntityIsLookedUpAtOnce() {
        stored.put(ENTITY, "former");
        assertThat(profile()).hasValue("former");
        stored.put(ENTITY, "latter");

        cache.forget(TENANT, ENTITY);

        assertThat(profile()).hasValue("latter");
    }
}
