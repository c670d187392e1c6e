// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.server.platform.groupcommit.StorageHealth;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

final class DatabaseLookupsTest {

    private final StorageHealth health = new StorageHealth();
    private final List<Boolean> changes = new CopyOnWriteArrayList<>();
    private final DatabaseLookups lookups =
            new DatabaseLookups("test", 2, Duration.ofSeconds(10), health);

    DatabaseLookupsTest() {
        health.onChange(changes::add);
    }

    @AfterEach
    void close() {
        lookups.close();
    }

    @Test
    void asksAgainUntilTheDatabaseAnswersAndCountsAsAnOutageMeanwhile() {
        AtomicInteger asked = new AtomicInteger();

        String answer =
                lookups.runUntilAnswered(
                                () -> {
                                    if (asked.incrementAndGet() < 3) {
                                        throw new DataAccessResourceFailureException("away");
                                    }
                                    assertThat(health.isAvailable()).isFalse();
                                    return "found";
                                })
                        .orTimeout(20, TimeUnit.SECONDS)
                        .join();

        assertThat(answer).isEqualTo("found");
        assertThat(changes).containsExactly(false, true);
    }

    @Test
    void countsAsAnOutageWhileTheDatabaseHangs() throws InterruptedException {
        CountDownLatch away = new CountDownLatch(1);
        health.onChange(available -> away.countDown());

        String answer =
                lookups.runUntilAnswered(
                                () -> {
                                    try {
                                        assertThat(away.await(20, TimeUnit.SECONDS)).isTrue();
                                    } catch (InterruptedException e) {
                                        throw new AssertionError(e);
                                    }
                                    return "late";
                                })
                        .orTimeout(30, TimeUnit.SECONDS)
                        .join();

        assertThat(answer).isEqualTo("late");
        assertThat(changes).containsExactly(false, true);
    }

    @Test
    void failsAtOnceWithWhatIsNoOutage() {
        assertThatThrownBy(() ->
                        lookups.<String>runUntilAnswered(
                                        () -> {
                                            throw new IllegalStateException("broken");
                                        })
                                .join())
                .isInstanceOf(CompletionException.class)
                .hasRootCauseMessage("broken");
        assertThat(changes).isEmpty();
    }
}
