// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.TenantId;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ProfileCacheTest {

    private static final TenantId TENANT = new TenantId(new UUID(1, 1));
    private static final TenantId OTHER = new TenantId(new UUID(1, 2));
    private static final UUID ENTITY = new UUID(2, 1);
    private static final UUID PROFILE = new UUID(3, 1);

    private static final Duration LONGEST = ProfileCache.LONGEST_MEMORY_OF_ENTITY;

    /** A database of which the queries are counted. */
    private static final class Stored implements ProfileCache.Queries<String> {

        private final Map<UUID, UUID> entities = new ConcurrentHashMap<>();
        private final Map<UUID, String> profiles = new ConcurrentHashMap<>();
        private final AtomicInteger entitiesRead = new AtomicInteger();
        private final AtomicInteger profilesRead = new AtomicInteger();

        @Override
        public Optional<UUID> profileIdOf(TenantId tenant, UUID entity) {
            entitiesRead.incrementAndGet();
            return Optional.ofNullable(entities.get(entity));
        }

        @Override
        public Optional<String> find(TenantId tenant, UUID profile) {
            profilesRead.incrementAndGet();
            return Optional.ofNullable(profiles.get(profile));
        }
    }

    private final Stored stored = new Stored();
    private final AtomicLong nanos = new AtomicLong();
    private final DatabaseLookups lookups =
            new DatabaseLookups("profiles", 8, Duration.ofSeconds(30), new StorageHealth());
    private final ProfileCache<String, String> cache =
            new ProfileCache<>(stored, profile -> profile + "!", lookups, nanos::get);

    @AfterEach
    void close() {
        lookups.close();
    }

    private void store(UUID entity, UUID profile, String content) {
        stored.profiles.put(profile, content);
        stored.entities.put(entity, profile);
    }

    private Optional<String> profile() {
        return profile(TENANT, ENTITY);
    }

    /** The cache learns for how long to remember an answer just after the caller has it. */
    private Optional<String> profile(TenantId tenant, UUID entity) {
        Optional<String> found = cache.of(tenant, entity).join();
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() ->
                        Stream.concat(Stream.of(entity), stored.profiles.keySet().stream())
                                .flatMap(id -> cache.memoryLeft(tenant, id).stream())
                                .allMatch(left -> left.compareTo(LONGEST) <= 0));
        return found;
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void aProfileIsReadOnceForAllItsEntities() {
        List<UUID> entities = LongStream.range(0, 100).mapToObj(i -> new UUID(2, i)).toList();
        entities.forEach(entity -> store(entity, PROFILE, "P"));

        assertThat(entities)
                .allSatisfy(entity -> assertThat(profile(TENANT, entity)).hasValue("P!"));

        assertThat(stored.entitiesRead).hasValue(100);
        assertThat(stored.profilesRead).hasValue(1);
    }

    @Test
    void aProfileIsReadAgainAfterTenMinutes() {
        store(ENTITY, PROFILE, "former");
        assertThat(profile()).hasValue("former!");
        store(ENTITY, PROFILE, "latter");

        pass(ProfileCache.MEMORY.minusSeconds(1));
        assertThat(profile()).hasValue("former!");
        assertThat(stored.profilesRead).hasValue(1);

        pass(Duration.ofSeconds(2));
        assertThat(profile()).hasValue("latter!");
    }

    @Test
    void whichProfileAnEntityHasIsReadAgainAfterAnHour() {
        store(ENTITY, PROFILE, "former");
        assertThat(profile()).hasValue("former!");
        store(ENTITY, new UUID(3, 2), "latter");

        pass(LONGEST.dividedBy(2).minusSeconds(1));
        assertThat(profile()).hasValue("former!");
        assertThat(stored.entitiesRead).hasValue(1);

        pass(LONGEST.dividedBy(2).plusSeconds(2));
        assertThat(profile()).hasValue("latter!");
    }

    @Test
    void entitiesThatWereReadTogetherAreNotReadAgainTogether() {
        List<UUID> entities = LongStream.range(0, 100).mapToObj(i -> new UUID(2, i)).toList();
        entities.forEach(entity -> store(entity, PROFILE, "P"));
        entities.forEach(entity -> profile(TENANT, entity));

        pass(LONGEST.multipliedBy(3).dividedBy(4));
        entities.forEach(entity -> profile(TENANT, entity));

        assertThat(stored.entitiesRead).hasValueBetween(101, 199);
    }

    @Test
    void anEntityThatIsMissingIsLookedUpAgainAfterAMinute() {
        assertThat(profile()).isEmpty();
        store(ENTITY, PROFILE, "made by another instance");

        pass(ProfileCache.MEMORY_OF_MISSING.minusSeconds(1));
        assertThat(profile()).isEmpty();
        assertThat(stored.entitiesRead).hasValue(1);

        pass(Duration.ofSeconds(2));
        assertThat(profile()).hasValue("made by another instance!");
    }

    @Test
    void aForgottenEntityIsLookedUpAtOnce() {
        store(ENTITY, PROFILE, "former");
        assertThat(profile()).hasValue("former!");
        store(ENTITY, new UUID(3, 2), "latter");

        cache.forget(TENANT, ENTITY);

        assertThat(profile()).hasValue("latter!");
    }

    @Test
    void anEntityWhoseProfileIsGoneIsLookedUpAtOnce() {
        store(ENTITY, PROFILE, "former");
        assertThat(profile()).hasValue("former!");
        store(ENTITY, new UUID(3, 2), "latter");
        stored.profiles.remove(PROFILE);

        pass(ProfileCache.MEMORY.plusSeconds(1));

        assertThat(profile()).hasValue("latter!");
    }

    @Test
    void theForgottenProfilesOfATenantAreReadAgainAndNeitherItsEntitiesNorThoseOfOthers() {
        store(ENTITY, PROFILE, "former");
        profile();
        profile(OTHER, ENTITY);
        assertThat(stored.entitiesRead).hasValue(2);
        store(ENTITY, PROFILE, "latter");

        cache.forgetProfiles(TENANT);

        assertThat(profile()).hasValue("latter!");
        assertThat(profile(OTHER, ENTITY)).hasValue("former!");
        assertThat(stored.entitiesRead).hasValue(2);
    }

    @Test
    void aForgottenTenantIsReadAgainAndNoOther() {
        store(ENTITY, PROFILE, "former");
        profile();
        profile(OTHER, ENTITY);
        store(ENTITY, new UUID(3, 2), "latter");

        cache.forget(TENANT);

        assertThat(profile()).hasValue("latter!");
        assertThat(cache.of(OTHER, ENTITY).join()).hasValue("former!");
    }
}
