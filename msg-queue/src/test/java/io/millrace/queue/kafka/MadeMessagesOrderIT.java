// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static io.millrace.queue.Fixtures.numberOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.EntityId;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.RetryPolicy;
import io.millrace.queue.Source;
import io.millrace.queue.SubmitStrategy;
import io.millrace.queue.WaitingSender;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MadeMessagesOrderIT {

    private static final AttemptResult DONE = new AttemptResult.Done(Path.EMPTY);
    private static final int ORIGINATORS = 8;

    @TempDir private static java.nio.file.Path directory;

    private final QueueDefinition main =
            new QueueDefinition(
                    QueueDefinition.MAIN.key(),
                    "made.main",
                    4,
                    SubmitStrategy.BURST,
                    1,
                    Duration.ofMinutes(1),
                    RetryPolicy.NONE);
    private final FencedStores stores = new FencedStores();
    private final Map<EntityId, CopyOnWriteArrayList<Integer>> begun = new ConcurrentHashMap<>();

    private static final class Sender implements WaitingSender {

        @Override
        public boolean isWaiting() {
            return true;
        }

        @Override
        public void answered(Admission admission) {
            assertThat(admission).isEqualTo(Admission.ACCEPTED);
        }

        @Override
        public void safe() {}
    }

    private void begin(Attempt attempt) {
        begun.computeIfAbsent(attempt.message().originator(), _ -> new CopyOnWriteArrayList<>())
                .addIfAbsent(numberOf(attempt.message()));
        attempt.end(DONE);
    }

    @Test
    void messagesOfTheEngineKeepTheirOrderWhileThisInstanceTakesTheirPartitionsOver() {
        int sent;
        try (KafkaBroker broker = KafkaBroker.start(directory);
                KafkaQueue sender = instance(broker, "sender")) {
            try (KafkaQueue former = instance(broker, "former")) {
                former.start(this::begin);
                await().until(() -> former.ownedPartitions() == main.partitions());
                sender.start(this::begin);
                await().until(() -> sender.ownedPartitions() > 0);
                assertThat(former.ownedPartitions()).as("of the former owner").isPositive();
                sent = submit(sender, 0, 500);
            }
            // The former owner has left; its partitions are taken over while messages go on.
            while (sender.ownedPartitions() < main.partitions()) {
                sent = submit(sender, sent, sent + 1);
            }
            sent = submit(sender, sent, sent + 500);
            int count = sent;
            await().untilAsserted(() ->
                    assertThat(begun.values())
                            .hasSize(ORIGINATORS)
                            .allMatch(numbers -> numbers.size() == count));
        }

        List<Integer> all = IntStream.range(0, sent).boxed().toList();
        assertThat(begun.values()).allSatisfy(numbers -> assertThat(numbers).isEqualTo(all));
    }

    /** Submits the numbers of a span, for each originator, about one in a millisecond. */
    private static int submit(KafkaQueue queue, int from, int to) {
        for (int number = from; number < to; number++) {
            for (int i = 0; i < ORIGINATORS; i++) {
                RuleMessage message = message(device(i), number);
                queue.submitOrWait(message, Source.RULE_ENGINE, new Sender());
            }
            LockSupport.parkNanos(1_000_000);
        }
        return to;
    }

    private KafkaQueue instance(KafkaBroker broker, String name) {
        return KafkaQueues.create(
                new QueueRegistry(List.of(main)),
                broker.client(),
                KafkaQueues.settings("made", name, Duration.ofSeconds(10)),
                stores,
                new RecordingStores());
    }
}
