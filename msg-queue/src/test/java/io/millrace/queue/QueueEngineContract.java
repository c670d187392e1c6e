// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static io.millrace.queue.Fixtures.numberOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.TenantId;
import io.millrace.queue.MessageQueue.Admission;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The contract of all engines. The tests use real time, real threads, and the real systems that an engine needs. */
public abstract class QueueEngineContract {

    protected static final AttemptResult DONE = new AttemptResult.Done(Path.EMPTY);
    private static final AttemptResult FAILED =
            new AttemptResult.Failed(Path.EMPTY, Failure.of("broken"));
    private static final Duration PAUSE = Duration.ofMillis(100);

    protected final RecordingStores letters = new RecordingStores();
    private final List<Attempt> started = new CopyOnWriteArrayList<>();
    private final AtomicInteger told = new AtomicInteger();

    @SuppressWarnings("NullAway.Init") // start() sets it
    private QueueEngine engine;

    @SuppressWarnings("NullAway.Init") // start() sets it
    private QueueRegistry queues;

    /** An engine that is not started, over what the one before has left. */
    protected abstract QueueEngine open(QueueRegistry queues);

    /** The definition as the engine under test can have it to itself. */
    protected QueueDefinition own(QueueDefinition definition) {
        return definition;
    }

    protected final void start(Consumer<Attempt> handler, QueueDefinition... definitions) {
        queues = new QueueRegistry(List.of(definitions).stream().map(this::own).toList());
        engine = open(queues);
        engine.start(attempt -> {
            started.add(attempt);
            handler.accept(attempt);
        });
    }

    private void start(QueueDefinition... definitions) {
        start(_ -> {}, definitions);
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    protected final void submit(RuleMessage message) {
        if (!accepts(message)) {
            await().until(() -> accepts(message));
        }
    }

    private boolean accepts(RuleMessage message) {
        return engine.submit(message, Source.DEVICE, told::incrementAndGet) == Admission.ACCEPTED;
    }

    private void awaitStarted(Integer... numbers) {
        await().untilAsserted(() -> assertThat(startedNumbers()).containsExactly(numbers));
    }

    private List<Integer> startedNumbers() {
        return started.stream().map(Attempt::message).map(Fixtures::numberOf).toList();
    }

    private LedgerLine ledger() {
        LedgerLine total = engine.ledger().total();
        assertThat(total.isBalanced()).as("%s", total).isTrue();
        return total;
    }

    protected final long ended(Outcome outcome) {
        return ledger().ended().getOrDefault(outcome, 0L);
    }

    @Test
    void seesEveryMessageToItsEndAndTellsEachSenderOnce() {
        start(attempt -> attempt.end(DONE), QueueDefinition.MAIN);

        IntStream.range(0, 500).forEach(i -> submit(message(device(i % 7), i)));

        await().until(() -> ended(Outcome.DONE) == 500);
        await().untilAsserted(() -> assertThat(told).hasValue(500));
        assertThat(startedNumbers()).doesNotHaveDuplicates();
    }

    @Test
    void startsEachOriginatorsMessagesInTheirOrder() {
        start(attempt -> attempt.end(DONE), QueueDefinition.MAIN);

        IntStream.range(0, 300).forEach(i -> submit(message(device(i % 3), i)));
        await().until(() -> started.size() == 300);

        for (int device = 0; device < 3; device++) {
            int each = device;
            assertThat(startedNumbers().stream().filter(number -> number % 3 == each)).isSorted();
        }
    }

    @Test
    void startsTheNextMessageOfAnOriginatorInAPipelinedQueueWhileTheFormerIsUnderWay() {
        start(QueueDefinition.MAIN);

        submit(message(device(1), 1));
        submit(message(device(1), 2));

        awaitStarted(1, 2);
    }

    @Test
    void startsTheNextMessageOfAnOriginatorInASequentialQueueWhenTheFormerHasEnded() {
        start(sequential(SubmitStrategy.SEQUENTIAL_BY_ORIGINATOR));

        submit(message(device(1), 1));
        submit(message(device(1), 2));
        submit(message(device(2), 3));
        await().untilAsserted(() -> assertThat(startedNumbers()).containsOnly(1, 3));
        started.stream()
                .filter(each -> numberOf(each.message()) == 1)
                .findAny()
                .orElseThrow()
                .end(DONE);

        await().untilAsserted(() -> assertThat(startedNumbers()).containsOnly(1, 2, 3));
    }

    @Test
    void runsOneMessageOfATenantAtOnceWhereTheQueueSaysSo() {
        start(sequential(SubmitStrategy.SEQUENTIAL_BY_TENANT));

        submit(message(device(1), 1));
        submit(message(device(2), 2));
        awaitStarted(1);
        RuleMessage others = message(Fixtures.tenant(2), Fixtures.chain(2), device(3), 3);
        submit(others);
        awaitStarted(1, 3);
        started.getFirst().end(DONE);

        awaitStarted(1, 3, 2);
    }

    @Test
    void runsOneMessageAtOnceWhereTheQueueSaysSo() {
        start(sequential(SubmitStrategy.SEQUENTIAL));

        submit(message(device(1), 1));
        submit(message(device(2), 2));
        awaitStarted(1);
        await().untilAsserted(() -> assertThat(ledger().allInFlight()).isLessThanOrEqualTo(2));
        started.getFirst().end(DONE);

        awaitStarted(1, 2);
    }

    @Test
    void runsAsManyAtOnceAsABatchHas() {
        start(QueueDefinition.MAIN.withSubmit(SubmitStrategy.BATCH, 2));

        IntStream.rangeClosed(1, 5).forEach(i -> submit(message(device(i), i)));
        await().until(() -> started.size() == 2);
        await().untilAsserted(
                        () -> assertThat(ledger().inFlight()).containsEntry(Place.WAITING, 3L));
        started.getFirst().end(DONE);

        await().until(() -> started.size() == 3);
    }

    @Test
    void saysWhatIsInItsQueuesOfAllTenantsAndOfOne() {
        start(QueueDefinition.MAIN.withSubmit(SubmitStrategy.SEQUENTIAL, 1));
        TenantId other = Fixtures.tenant(2);
        submit(message(device(1), 1));
        awaitStarted(1);
        submit(message(device(2), 2));
        submit(message(other, Fixtures.chain(2), device(3), 3));

        await().untilAsserted(() -> assertThat(content(null).waiting()).isEqualTo(2));
        assertThat(content(null).running()).isEqualTo(1);
        assertThat(content(null).oldestWaiting()).isPositive();
        assertThat(content(Fixtures.TENANT).waiting()).isEqualTo(1);
        assertThat(content(Fixtures.TENANT).running()).isEqualTo(1);
        assertThat(content(other).waiting()).isEqualTo(1);
        assertThat(content(other).running()).isZero();
        assertThat(content(other).oldestWaiting())
                .isPositive()
                .isLessThan(content(null).oldestWaiting());
        assertThat(content(Fixtures.tenant(9)).waiting()).isZero();
        assertThat(content(Fixtures.tenant(9)).oldestWaiting()).isZero();
    }

    @Test
    void saysOfARetryThatItWaitsForItsTime() {
        start(
                attempt -> attempt.end(FAILED),
                QueueDefinition.MAIN.withRetry(RetryPolicy.of(1, Duration.ofHours(1))));

        submit(message(device(1), 1));

        await().untilAsserted(() -> assertThat(content(null).retrying()).isEqualTo(1));
        assertThat(content(null).waiting()).isZero();
        assertThat(content(null).running()).isZero();
    }

    /** What is in Main. */
    protected final QueueContent content(@Nullable TenantId tenant) {
        return engine.contents(tenant).stream()
                .filter(content -> content.queue().equals(QueueDefinition.MAIN.key()))
                .findAny()
                .orElseThrow();
    }

    @Test
    void retriesBeforeTheNextMessageOfTheKeyInASequentialQueueAndKeepsTheLastFailure() {
        start(
                attempt -> attempt.end(numberOf(attempt.message()) == 1 ? FAILED : DONE),
                sequential(SubmitStrategy.SEQUENTIAL_BY_ORIGINATOR)
                        .withRetry(RetryPolicy.of(2, PAUSE)));

        submit(message(device(1), 1));
        submit(message(device(1), 2));

        awaitStarted(1, 1, 1, 2);
        await().until(() -> ended(Outcome.DEAD_LETTERED) == 1 && ended(Outcome.DONE) == 1);
        DeadLetter letter = letters.letters().getFirst();
        assertThat(numberOf(letter.message())).isEqualTo(1);
        assertThat(letter.attempts()).isEqualTo(3);
        assertThat(letter.failure().error()).isEqualTo("broken");
    }

    @Test
    void keepsADeadLetterOfWhatIsNotRetried() {
        start(attempt -> attempt.end(FAILED), QueueDefinition.MAIN);

        submit(message(device(1), 1));

        await().until(() -> ended(Outcome.DEAD_LETTERED) == 1);
        assertThat(letters.letters()).extracting(DeadLetter::attempts).containsExactly(1);
        await().untilAsserted(() -> assertThat(told).hasValue(1));
    }

    @Test
    void discardsWhereThePolicySaysSoAndNowhereElse() {
        start(attempt -> attempt.end(FAILED), QueueDefinition.MAIN.withRetry(RetryPolicy.DROP));

        submit(message(device(1), 1));

        await().until(() -> ended(Outcome.DROPPED_BY_POLICY) == 1);
        assertThat(letters.letters()).isEmpty();
    }

    @Test
    void deliversAgainInTheNextRunWhatHasNotEndedInThis() {
        start(QueueDefinition.MAIN);
        submit(message(device(1), 1));
        submit(message(device(2), 2));
        await().until(() -> started.size() == 2);
        started.stream()
                .filter(each -> numberOf(each.message()) == 2)
                .findAny()
                .orElseThrow()
                .end(DONE);
        await().until(() -> ended(Outcome.DONE) == 1);

        engine.close();
        started.clear();
        engine = open(queues);
        engine.start(attempt -> {
            started.add(attempt);
            attempt.end(DONE);
        });

        awaitStarted(1);
        await().until(() -> ended(Outcome.DONE) == 1);
    }

    @Test
    void goesByANewDefinitionFromTheNextMessageOn() {
        QueueDefinition main = QueueDefinition.MAIN;
        start(attempt -> attempt.end(FAILED), main.withRetry(RetryPolicy.DROP));
        submit(message(device(1), 1));
        await().until(() -> ended(Outcome.DROPPED_BY_POLICY) == 1);

        queues.replace(List.of(own(main)));
        submit(message(device(1), 2));

        await().until(() -> ended(Outcome.DEAD_LETTERED) == 1);
    }

    @Test
    void takesAMessageThatNamesAQueueThatThereIsNotIntoMain() {
        start(attempt -> attempt.end(FAILED), QueueDefinition.MAIN);

        submit(message(device(1), 1).withQueue("Nowhere"));

        await().until(() -> letters.letters().size() == 1);
        assertThat(letters.letters().getFirst().queue()).isEqualTo("Main");
    }

    @Test
    void takesNothingInAfterItsEnd() {
        start(QueueDefinition.MAIN);

        engine.close();

        assertThat(engine.submit(message(device(1), 1), Source.DEVICE, Receipt.NONE))
                .isEqualTo(Admission.CLOSED);
    }

    private static QueueDefinition sequential(SubmitStrategy strategy) {
        return QueueDefinition.MAIN.withSubmit(strategy, 1);
    }
}
