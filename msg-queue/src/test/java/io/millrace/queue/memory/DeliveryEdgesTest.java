// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import static io.millrace.queue.Fixtures.chain;
import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static io.millrace.queue.Fixtures.numberOf;
import static io.millrace.queue.Fixtures.tenant;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.EntityId;
import io.millrace.queue.InFlight;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueListener;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.RetryPolicy;
import io.millrace.queue.Source;
import io.millrace.queue.SubmitStrategy;
import io.millrace.queue.lane.LaneSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Deliveries during concurrent events: a write and an end, a retry and a claim to room. */
class DeliveryEdgesTest {

    private static final AttemptResult DONE = new AttemptResult.Done(Path.EMPTY);
    private static final AttemptResult FAILED =
            new AttemptResult.Failed(Path.EMPTY, Failure.of("broken"));
    private static final Duration BACKOFF = Duration.ofMillis(100);

    private final List<Attempt> started = new ArrayList<>();

    @Test
    void leavesNoRowOfADeliveryThatEndsWhileItsRowIsAboutToBeWritten() {
        StoresThatCallBack stores = new StoresThatCallBack();
        QueueDriver queue = queue(10, stores);
        submit(queue, message(device(1), 1));
        submit(queue, message(device(2), 2));
        // One sweep writes both rows; the second delivery ends while the first row is written.
        stores.atNextPut = _ -> attemptOf(2).end(DONE);

        queue.pass(Duration.ofSeconds(1));

        assertThat(stores.all())
                .extracting(InFlight::message)
                .singleElement()
                .satisfies(left -> assertThat(numberOf(left)).isOne());
    }

    @Test
    void givesRoomBackToTheChainThatItWasTakenFromWhenARetryPassesTheMessageItWasTakenFor() {
        QueueDriver queue = queue(1, new RecordingStores());
        int more = 20;
        for (int i = 0; i < more; i++) {
            submit(queue, ofChain(1, device(1), 100 + i));
            Attempt detached = attemptOf(100 + i).detach(ofChain(2, device(1), 200 + i));
            attemptOf(100 + i).end(DONE);
            submit(queue, ofChain(3, device(2), 300 + i));
            submit(queue, ofChain(1, device(1), 400 + i));
            assertThat(detached).isNotNull();
            detached.end(FAILED);
            queue.pass(BACKOFF);

            attemptOf(300 + i).end(DONE);
            attemptOf(200 + i).end(DONE);
            attemptOf(400 + i).end(DONE);
        }

        submit(queue, ofChain(1, device(1), 1));
        assertThat(queue.queue().load().running()).isOne();
        attemptOf(1).end(DONE);
        assertThat(queue.queue().load().running()).isZero();
    }

    @Test
    void knowsTheOldestReceiptAlsoWhenOnlyADetachedDeliveryHoldsItOpen() {
        QueueDriver queue = queue(10, new RecordingStores());
        submit(queue, message(device(1), 1));
        queue.pass(Duration.ofMillis(300));
        submit(queue, message(device(2), 2));
        Attempt detached = attemptOf(1).detach(message(device(1), 3));
        attemptOf(1).end(DONE);
        queue.pass(Duration.ofMillis(100));
        assertThat(queue.queue().load().oldestReceipt()).isEqualTo(Duration.ofMillis(400));

        assertThat(detached).isNotNull();
        detached.end(DONE);
        assertThat(queue.queue().load().oldestReceipt()).isEqualTo(Duration.ofMillis(100));

        attemptOf(2).end(DONE);
        assertThat(queue.queue().load().oldestReceipt()).isZero();
    }

    @Test
    void letsAMessageWaitWhoseBytesExceedTheRoomThoughThereArePlaces() {
        QueueDriver queue = queue(10, 1_200, new RecordingStores());
        submit(queue, message(device(1), 1));
        submit(queue, message(device(2), 2));
        submit(queue, message(device(3), 3));
        assertThat(started).hasSize(2);

        attemptOf(1).end(DONE);
        assertThat(numberOf(started.getLast().message())).isEqualTo(3);
    }

    @Test
    void runsAMessageThatIsLargerThanAllTheRoomAlone() {
        QueueDriver queue = queue(10, 100, new RecordingStores());
        submit(queue, message(device(1), 1));
        submit(queue, message(device(2), 2));
        assertThat(started).hasSize(1);

        attemptOf(1).end(DONE);
        assertThat(started).hasSize(2);
    }

    private QueueDriver queue(int running, RecordingStores stores) {
        return queue(running, 64 << 20, stores);
    }

    private QueueDriver queue(int running, long bytes, RecordingStores stores) {
        QueueDefinition sequential =
                new QueueDefinition(
                        QueueDefinition.MAIN.key(),
                        QueueDefinition.MAIN.topic(),
                        1,
                        SubmitStrategy.SEQUENTIAL_BY_ORIGINATOR,
                        1,
                        Duration.ofSeconds(10),
                        RetryPolicy.of(3, BACKOFF));
        LaneSettings settings =
                new LaneSettings(
                        running,
                        bytes,
                        1_000_000,
                        1_000_000,
                        1 << 20,
                        1_000_000,
                        4,
                        100,
                        Duration.ofSeconds(1),
                        Duration.ZERO);
        return new QueueDriver(settings, sequential, stores, QueueListener.NONE, started::add);
    }

    private static void submit(QueueDriver queue, RuleMessage message) {
        assertThat(queue.submit(message, Source.DEVICE)).isEqualTo(Admission.ACCEPTED);
    }

    private static RuleMessage ofChain(int chain, EntityId from, int number) {
        return message(tenant(1), chain(chain), from, number);
    }

    /** The latest attempt at a message. */
    private Attempt attemptOf(int number) {
        return started.reversed().stream()
                .filter(attempt -> numberOf(attempt.message()) == number)
                .findFirst()
                .orElseThrow(() -> new AssertionError("message " + number + " was not started"));
    }

    private static final class StoresThatCallBack extends RecordingStores {

        private Consumer<InFlight> atNextPut = _ -> {};

        @Override
        public CompletionStage<Void> put(InFlight delivery) {
            Consumer<InFlight> action = atNextPut;
            atNextPut = _ -> {};
            action.accept(delivery);
            return super.put(delivery);
        }
    }
}
