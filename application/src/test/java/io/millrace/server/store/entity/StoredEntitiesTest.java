// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.entity;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.EntityStore.Entity;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.entity.EntitySource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import tools.jackson.databind.json.JsonMapper;

class StoredEntitiesTest {

    private static final int FAILURES = 2;

    /** Has every device, in a database that is away at first. */
    private static final class AwayAtFirst implements EntitySource {

        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public EntityType type() {
            return EntityType.DEVICE;
        }

        @Override
        public Optional<Shown> show(TenantId tenant, UUID id) {
            return Optional.of(new Shown("A", IdJson.NO_CUSTOMER, answer(Map.of("name", "A"))));
        }

        @Override
        public Optional<UUID> idOf(TenantId tenant, String name) {
            return Optional.of(answer(UUID.randomUUID()));
        }

        private <T> T answer(T answer) {
            if (calls.incrementAndGet() <= FAILURES) {
                throw new DataAccessResourceFailureException("the database is away");
            }
            return answer;
        }
    }

    private final TenantId tenant = new TenantId(TimeOrderedUuid.next());
    private final DeviceId device = new DeviceId(TimeOrderedUuid.next());
    private final AwayAtFirst source = new AwayAtFirst();
    private final DatabaseLookups lookups =
            new DatabaseLookups("test", 4, Duration.ofSeconds(20), new StorageHealth());
    private final StoredEntities entities =
            new StoredEntities(List.of(source), lookups, new JsonMapper());

    @AfterEach
    void stop() {
        lookups.close();
    }

    private static <T> T await(CompletionStage<T> answer) {
        return answer.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }

    @Test
    void findingAnEntityWaitsWhileTheDatabaseIsAway() {
        Entity found = await(entities.find(tenant, device.entity())).orElseThrow();

        assertThat(found.name()).isEqualTo("A");
        assertThat(source.calls).hasValue(FAILURES + 1);
    }

    @Test
    void findingANameWaitsWhileTheDatabaseIsAway() {
        assertThat(await(entities.findByName(tenant, EntityType.DEVICE, "A"))).isPresent();

        assertThat(source.calls).hasValue(FAILURES + 1);
    }
}
