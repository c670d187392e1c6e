// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.platform.groupcommit.StorageHealth;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

class GatheredLookupsTest {

    private static final int REFUSED = -1;

    private final TenantId tenant = new TenantId(TimeOrderedUuid.next());
    private final TenantId other = new TenantId(TimeOrderedUuid.next());
    private final DatabaseLookups lookups =
            new DatabaseLookups("test", 4, Duration.ofSeconds(10), new StorageHealth());
    private final List<Integer> groups = new CopyOnWriteArrayList<>();
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore answers = new Semaphore(0);
    private final AtomicInteger outages = new AtomicInteger();
    private final GatheredLookups<Integer, String> gathered =
            new GatheredLookups<>(lookups, 100, this::query);

    /** Even numbers have a value. The queries of the other tenant are answered at once. */
    private Map<Integer, String> query(TenantId of, List<Integer> keys) {
        if (of.equals(tenant)) {
            begun.release();
            answers.acquireUninterruptibly();
            groups.add(keys.size());
        }
        if (outages.getAndDecrement() > 0) {
            throw new DataAccessResourceFailureException("away");
        }
        if (keys.contains(REFUSED)) {
            throw new IllegalArgumentException("refused");
        }
        Map<Integer, String> values = new HashMap<>();
        keys.stream().filter(key -> key % 2 == 0).forEach(key -> values.put(key, "value " + key));
        return values;
    }

    @AfterEach
    void close() {
        answers.release(1_000);
        lookups.close();
    }

    private static Optional<String> valueOf(CompletableFuture<Optional<String>> future) {
        return future.orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Test
    void callsThatArriveDuringALookUpOfTheirTenantAreLookedUpTogetherAfterIt() throws Exception {
        CompletableFuture<Optional<String>> first = gathered.find(tenant, 0);
        begun.acquire();
        List<CompletableFuture<Optional<String>>> later =
                IntStream.rangeClosed(1, 250).mapToObj(key -> gathered.find(tenant, key)).toList();
        answers.release(4);

        assertThat(valueOf(first)).contains("value 0");
        assertThat(valueOf(later.get(0))).isEmpty();
        assertThat(valueOf(later.get(249))).contains("value 250");
        assertThat(groups).containsExactly(1, 100, 100, 50);
    }

    @Test
    void theCallsOfATenantDoNotWaitForALookUpOfAnother() throws Exception {
        CompletableFuture<Optional<String>> slow = gathered.find(tenant, 0);
        begun.acquire();

        assertThat(valueOf(gathered.find(other, 2))).contains("value 2");
        assertThat(slow).isNotDone();
    }

    @Test
    void aFailureFailsTheCallsOfItsLookUpAndNoOthers() throws Exception {
        CompletableFuture<Optional<String>> refused = gathered.find(tenant, REFUSED);
        begun.acquire();
        CompletableFuture<Optional<String>> later = gathered.find(tenant, 4);
        answers.release(2);

        assertThat(valueOf(later)).contains("value 4");
        assertThatThrownBy(() -> refused.get(20, TimeUnit.SECONDS))
                .hasCauseInstanceOf(IllegalArgumentException.class)
                .hasRootCauseMessage("refused");
    }

    @Test
    void callsWaitWhileTheDatabaseIsUnavailable() {
        outages.set(2);
        answers.release(3);

        assertThat(valueOf(gathered.find(tenant, 6))).contains("value 6");
        assertThat(groups).containsExactly(1, 1, 1);
    }

    @Test
    void aCallAfterAllOthersHaveEndedStartsALookUp() {
        answers.release(1_000);
        for (int i = 0; i < 1_000; i += 2) {
            assertThat(valueOf(gathered.find(tenant, i))).contains("value " + i);
        }
    }

    @Test
    void callsFailWhenTheServiceStops() {
        lookups.close();

        assertThatThrownBy(() -> valueOf(gathered.find(tenant, 0)))
                .hasMessageContaining("Rejected");
        assertThatThrownBy(() -> valueOf(gathered.find(tenant, 2)))
                .hasMessageContaining("Rejected");
    }
}
