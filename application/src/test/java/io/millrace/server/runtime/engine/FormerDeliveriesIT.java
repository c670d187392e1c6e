// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.queue.InFlight;
import io.millrace.queue.Ledger;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.Receipt;
import io.millrace.queue.Source;
import io.millrace.queue.Unfinished;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.PartitionEpochs;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.store.inflight.FormerDeliveries;
import io.millrace.server.store.inflight.InFlightStorage;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Deliveries that a run with the other queue engine left unfinished are continued. */
class FormerDeliveriesIT {

    private final DataSource database = TestDatabase.freshDatabase();
    private final Transactions transactions = new Transactions(database, new StorageHealth());
    private final InFlightStorage inFlight =
            new InFlightStorage(transactions, CommitLimits.DEFAULT);
    private final FormerDeliveries former = new FormerDeliveries(transactions);
    private final List<ReplayedDeliveries> instances = new ArrayList<>();

    @AfterEach
    void close() {
        instances.forEach(ReplayedDeliveries::stop);
        inFlight.close();
    }

    /** A queue that accepts messages and completes no future by itself. */
    private static final class PatientQueue implements MessageQueue {

        private final List<RuleMessage> messages = new CopyOnWriteArrayList<>();
        private final List<Receipt> receipts = new CopyOnWriteArrayList<>();
        private final AtomicInteger refusals = new AtomicInteger();

        @Override
        public Admission submit(RuleMessage message, Source source, Receipt receipt) {
            if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                return Admission.FULL;
            }
            assertThat(source).isEqualTo(Source.REPLAYED);
            receipts.add(receipt);
            messages.add(message);
            return Admission.ACCEPTED;
        }

        @Override
        public void drop(RuleMessage message, Source source) {
            throw new AssertionError("expected nothing to be dropped");
        }

        @Override
        public Ledger ledger() {
            return new Ledger(List.of());
        }

        @Override
        public List<Unfinished> find(UUID message) {
            return List.of();
        }
    }

    private ReplayedDeliveries start(MessageQueue queue) {
        ReplayedDeliveries instance = new ReplayedDeliveries(queue, former, inFlight, database);
        instances.add(instance);
        instance.start();
        return instance;
    }

    private InFlight left(int number) {
        InFlight delivery = new InFlight(TimeOrderedUuid.at(1_000 + number), message(number), 2);
        finish(inFlight.put(delivery).toCompletableFuture());
        return delivery;
    }

    private InFlight leftOnKafka(int number) throws Exception {
        Lease lease = PartitionEpochs.raise(transactions, "tb_rule_engine.main", 3, "gone");
        InFlight delivery = new InFlight(TimeOrderedUuid.at(1_000 + number), message(number), 2);
        finish(inFlight.of(lease).put(delivery).toCompletableFuture());
        return delivery;
    }

    private static void finish(CompletableFuture<Void> work) {
        work.orTimeout(10, TimeUnit.SECONDS).join();
    }

    private static RuleMessage message(int number) {
        return RuleMessage.of(
                new TenantId(new UUID(1, 1)),
                new DeviceId(new UUID(2, 2)).entity(),
                "POST_TELEMETRY_REQUEST",
                Metadata.EMPTY,
                Payload.ofText(Integer.toString(number)),
                1);
    }

    @Test
    void deliveriesOfARunInMemoryStayInTheTableUntilTheQueueOnKafkaHasThem() {
        InFlight first = left(1);
        InFlight second = left(2);
        PatientQueue queue = new PatientQueue();

        start(queue);

        await().untilAsserted(() ->
                assertThat(queue.messages).containsExactly(first.message(), second.message()));
        assertThat(inFlight.all()).hasSize(2);
        queue.receipts.getFirst().safe();
        await().untilAsserted(() -> assertThat(inFlight.all()).containsExactly(second));
        queue.receipts.getLast().safe();
        await().untilAsserted(() -> assertThat(inFlight.all()).isEmpty());
    }

    @Test
    void aQueueWithoutRoomIsAskedAgain() {
        InFlight only = left(1);
        PatientQueue queue = new PatientQueue();
        queue.refusals.set(3);

        start(queue);

        await().untilAsserted(() -> assertThat(queue.messages).containsExactly(only.message()));
    }

    @Test
    void oneInstanceReplaysAndTheOthersLeaveItToThat() {
        left(1);
        PatientQueue busy = new PatientQueue();
        start(busy);
        await().untilAsserted(() -> assertThat(busy.messages).hasSize(1));

        PatientQueue idle = new PatientQueue();
        ReplayedDeliveries other = start(idle);
        await().until(other::isAtRest);

        assertThat(idle.messages).isEmpty();
        busy.receipts.getFirst().safe();
        await().untilAsserted(() -> assertThat(inFlight.all()).isEmpty());
    }

    @Test
    void theNextStartReplaysUnfinishedDeliveriesOfAnInstance() {
        InFlight only = left(1);
        PatientQueue first = new PatientQueue();
        ReplayedDeliveries stopped = start(first);
        await().untilAsserted(() -> assertThat(first.messages).hasSize(1));
        stopped.stop();

        PatientQueue second = new PatientQueue();
        start(second);

        await().untilAsserted(() -> assertThat(second.messages).containsExactly(only.message()));
    }

    @Test
    void deliveriesOfPartitionsAreNotReplayedOnKafka() throws Exception {
        leftOnKafka(1);
        PatientQueue queue = new PatientQueue();

        ReplayedDeliveries instance = start(queue);
        await().until(instance::isAtRest);

        assertThat(queue.messages).isEmpty();
        assertThat(former.ofPartitions()).isEqualTo(1);
    }

    @Test
    void aRunInMemoryTakesOverWhatARunOnKafkaHasLeft() throws Exception {
        InFlight own = left(1);
        InFlight others = leftOnKafka(2);
        assertThat(inFlight.all()).containsExactly(own);

        new AdoptedDeliveries(former).start();

        assertThat(inFlight.all()).containsExactly(own, others);
        assertThat(former.ofPartitions()).isZero();
    }

    @Test
    void aRunInMemoryLeavesAloneWhatAnInstanceThatIsAliveMayStillEnd() throws Exception {
        leftOnKafka(1);
        try (Connection alive = database.getConnection();
                Statement name = alive.createStatement()) {
            name.execute("set application_name = 'millrace another'");

            new AdoptedDeliveries(former).start();

            assertThat(inFlight.all()).isEmpty();
            name.execute("reset application_name");
        }
        new AdoptedDeliveries(former).start();

        assertThat(inFlight.all()).hasSize(1);
    }
}
