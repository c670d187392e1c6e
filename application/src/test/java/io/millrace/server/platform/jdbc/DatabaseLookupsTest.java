// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.TenantId;
import io.millrace.rule.node.CurrentCall;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeResult;
import io.millrace.server.platform.groupcommit.StorageHealth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

final class DatabaseLookupsTest {

    private static final TenantId TENANT = new TenantId(new UUID(1, 1));
    private static final TenantId OTHER = new TenantId(new UUID(1, 2));

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
                                TENANT,
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
                                TENANT,
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
    void countsNoOutageWhileALookUpIsSlowAndTheDatabaseAnswersOtherQuestions() throws Exception {
        CountDownLatch asked = new CountDownLatch(2);
        try (DatabaseLookups slow =
                new DatabaseLookups(
                        "slow",
                        2,
                        Duration.ofSeconds(10),
                        health,
                        () -> {
                            asked.countDown();
                            return true;
                        })) {
            CountDownLatch ended = new CountDownLatch(1);
            CompletableFuture<String> answer = slow.runUntilAnswered(TENANT, () -> awaited(ended));

            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();

            assertThat(answer).isNotDone();
            assertThat(changes).isEmpty();
            ended.countDown();
            assertThat(answer.get(20, TimeUnit.SECONDS)).isEqualTo("before");
        }
    }

    @Test
    void countsAsAnOutageWhileALookUpIsSlowAndNoOtherQuestionIsAnswered() throws Exception {
        CountDownLatch away = new CountDownLatch(1);
        health.onChange(available -> away.countDown());
        try (DatabaseLookups hanging =
                new DatabaseLookups("slow", 2, Duration.ofSeconds(10), health, () -> false)) {
            CompletableFuture<String> answer =
                    hanging.runUntilAnswered(TENANT, () -> awaited(away));

            assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo("before");
            assertThat(changes).containsExactly(false, true);
        }
    }

    @Test
    void countsNoOutageWhileLookUpsWaitForOthers() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch ended = new CountDownLatch(1);
        Supplier<String> slow =
                () -> {
                    begun.countDown();
                    return awaited(ended);
                };
        List<CompletableFuture<String>> before =
                List.of(lookups.run(TENANT, slow), lookups.run(OTHER, slow));
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<String> waiting = lookups.runUntilAnswered(TENANT, () -> "after them");

        // A watch that begins later reports its outage later than one of the waiting look-up would.
        CountDownLatch away = new CountDownLatch(1);
        health.onChange(available -> away.countDown());
        try (StorageHealth.Watch _ = health.watch()) {
            assertThat(away.await(20, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(waiting).isNotDone();
        assertThat(health.isAvailable()).isTrue();
        ended.countDown();
        assertThat(waiting.orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo("after them");
        assertThat(before).allSatisfy(each -> assertThat(each.join()).isEqualTo("before"));
    }

    private static String awaited(CountDownLatch ended) {
        try {
            assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
            return "before";
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void failsAtOnceWithWhatIsNoOutage() {
        try (DatabaseLookups answered =
                new DatabaseLookups("test", 2, Duration.ofSeconds(10), health, () -> true)) {
            assertThatThrownBy(() ->
                            answered.<String>runUntilAnswered(
                                            TENANT,
                                            () -> {
                                                throw new IllegalStateException("broken");
                                            })
                                    .join())
                    .isInstanceOf(CompletionException.class)
                    .hasRootCauseMessage("broken");
        }
        assertThat(changes).isEmpty();
    }

    @Test
    void slowLookUpsOfOneTenantLeaveAPlaceForThoseOfAnother() {
        CountDownLatch ended = new CountDownLatch(1);
        List<CompletableFuture<String>> slow =
                Stream.generate(() -> lookups.run(TENANT, () -> awaited(ended))).limit(50).toList();

        String other = lookups.run(OTHER, () -> "answered").orTimeout(20, TimeUnit.SECONDS).join();

        assertThat(other).isEqualTo("answered");
        assertThat(slow).noneMatch(CompletableFuture::isDone);
        ended.countDown();
        assertThat(slow)
                .allSatisfy(each ->
                        assertThat(each.orTimeout(20, TimeUnit.SECONDS).join())
                                .isEqualTo("before"));
    }

    @Test
    void aLookUpWhoseAttemptEndsBeforeItsTurnIsDropped() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        CompletableFuture<String> first =
                lookups.run(
                        TENANT,
                        () -> {
                            begun.countDown();
                            return awaited(ended);
                        });
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicBoolean hasRun = new AtomicBoolean();
        List<CompletableFuture<Boolean>> waiting = new ArrayList<>();
        RuleMessage message =
                RuleMessage.of(
                        TENANT, TENANT.entity(), "TEST", Metadata.EMPTY, Payload.ofText("{}"), 1);
        CurrentCall.process(
                each -> {
                    waiting.add(lookups.runWhileWanted(TENANT, () -> hasRun.getAndSet(true)));
                    return NodeResult.success(each);
                },
                message,
                NodeCall.wantedWhile(() -> !isOver.get()));
        await().until(() -> lookups.waiting() == 1);

        isOver.set(true);
        ended.countDown();

        first.orTimeout(20, TimeUnit.SECONDS).join();
        assertThat(waiting)
                .allSatisfy(each ->
                        assertThat(each)
                                .failsWithin(Duration.ofSeconds(20))
                                .withThrowableThat()
                                .withMessageContaining(CurrentCall.OVER));
        assertThat(hasRun).isFalse();
    }
}
