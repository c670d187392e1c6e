// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.message.id.TenantId;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.SubmitStrategy;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.platform.settings.QueueSettings;
import io.millrace.server.registry.queue.WaitingQueues.Waiting;
import io.millrace.server.web.api.ApiException;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** What the database knows of queues that change their number of partitions. */
class WaitingQueuesIT {

    private static final TenantId ALL = TenantId.SYSTEM;

    private final DataSource database = TestDatabase.freshDatabase();
    private final JdbcClient jdbc = JdbcClient.create(database);
    private final QueueRepository queues = over(QueueSettings.Engine.KAFKA);
    private final WaitingQueues waiting = new WaitingQueues(jdbc);

    private QueueRepository over(QueueSettings.Engine engine) {
        JsonMapper json = JsonMapper.shared();
        return new QueueRepository(
                jdbc, new JsonColumn(json), json, Clock.systemUTC(), new QueueSettings(engine));
    }

    private static QueueDocument queue(String name, SubmitStrategy submit, int partitions) {
        return new QueueDocument(
                name,
                name.toLowerCase(Locale.ROOT),
                25,
                partitions,
                true,
                10_000,
                new SubmitStrategyDocument(submit, 1),
                new Processing(ProcessingStrategyType.SKIP_ALL_FAILURES, 3, false, 0, 1, 1),
                null);
    }

    private Queue added(SubmitStrategy submit) {
        return queues.add(ALL, queue("Pumps", submit, 12));
    }

    private Queue change(Queue stored, int partitions) {
        QueueDocument document = stored.document();
        assertThat(queues.update(stored, document.at(document.topic(), partitions))).isTrue();
        return queues.find(ALL, stored.id().id()).orElseThrow();
    }

    private static List<QueueDefinition> pumps(List<QueueDefinition> definitions) {
        return definitions.stream().filter(each -> each.name().equals("Pumps")).toList();
    }

    private Waiting only() {
        assertThat(waiting.next()).hasSize(1);
        return waiting.next().getFirst();
    }

    private void putInFlight(String topic, int attempts) {
        jdbc.sql(
                        """
                        insert into in_flight (delivery_id, attempts, message, topic, partition)
                        values (uuidv7(), ?, '', ?, 1)
                        """)
                .params(attempts, topic)
                .update();
    }

    @Test
    void aChangedQueueHasANewTopicThatWaitsForTheFormerOne() {
        Queue before = added(SubmitStrategy.BURST);

        Queue after = change(before, 48);

        assertThat(after.id()).isEqualTo(before.id());
        assertThat(after.version()).isEqualTo(2);
        assertThat(after.document().topic()).isEqualTo("pumps");
        assertThat(after.document().partitions()).isEqualTo(48);
        QueueDefinition present = pumps(queues.definitions().present()).getFirst();
        assertThat(present.topic()).isEqualTo("pumps-g2").isEqualTo(after.logTopic());
        assertThat(present.predecessor()).isEqualTo("pumps");
        QueueDefinition former = pumps(queues.definitions().retired()).getFirst();
        assertThat(former.topic()).isEqualTo("pumps");
        assertThat(former.partitions()).isEqualTo(12);
        assertThat(former.isWaiting()).isFalse();

        assertThat(waiting.release(only())).isTrue();
        assertThat(pumps(queues.definitions().present()).getFirst().isWaiting()).isFalse();
        assertThat(waiting.next()).isEmpty();
    }

    @Test
    void aSecondChangeWaitsForTheFirst() {
        Queue second = change(added(SubmitStrategy.BURST), 48);
        change(second, 24);

        assertThat(only().topic()).isEqualTo("pumps-g2");
        assertThat(queues.retiredBefore(Long.MAX_VALUE))
                .as("those that wait are not forgotten")
                .extracting(QueueRepository.Retired::topic)
                .containsExactly("pumps");
        waiting.release(only());
        assertThat(only().topic()).isEqualTo("pumps-g3");
    }

    @Test
    void aQueueThatIsDeletedWhileItWaitsGoesOnWaiting() {
        Queue changed = change(added(SubmitStrategy.BURST), 48);
        queues.delete(changed.id());

        assertThat(only().topic()).isEqualTo("pumps-g2");
        assertThat(waiting.release(only())).isTrue();
        assertThat(queues.retiredBefore(Long.MAX_VALUE)).hasSize(2);
    }

    @Test
    void everyDeliveryInFlightHoldsUpASequentialQueue() {
        change(added(SubmitStrategy.SEQUENTIAL_BY_ORIGINATOR), 48);
        putInFlight("pumps", 2);
        putInFlight("others", 0);

        assertThat(only().inFlight()).isEqualTo(1);
        assertThat(waiting.release(only())).isFalse();
    }

    @Test
    void onlyDeliveriesWithoutAnAttemptHoldUpTheOthers() {
        change(added(SubmitStrategy.BURST), 48);
        putInFlight("pumps", 2);
        putInFlight("pumps", 0);
        assertThat(waiting.release(only())).isFalse();

        jdbc.sql("delete from in_flight where attempts = 0").update();

        assertThat(waiting.release(only())).isTrue();
    }

    @Test
    void aChangedStrategyCountsForTheMessagesInTheFormerTopicToo() {
        Queue changed = change(added(SubmitStrategy.BURST), 48);
        QueueDocument sequential = queue("Pumps", SubmitStrategy.SEQUENTIAL, 48);

        assertThat(queues.update(changed, sequential)).isTrue();

        assertThat(pumps(queues.definitions().retired()).getFirst().submit())
                .isEqualTo(SubmitStrategy.SEQUENTIAL);
    }

    @Test
    void aTopicThatAnotherQueueHasIsNotTaken() {
        Queue pumps = added(SubmitStrategy.BURST);
        queues.add(ALL, queue("Pumps_G2", SubmitStrategy.BURST, 12));
        queues.add(ALL, queue("Pumps-g2", SubmitStrategy.BURST, 12));

        assertThatExceptionOfType(DuplicateKeyException.class)
                .isThrownBy(() -> queues.update(pumps, pumps.document().at("pumps", 48)));
    }

    @Test
    void aNameThatKafkaRefusesIsRefused() {
        QueueDocument longest = queue("x".repeat(246), SubmitStrategy.BURST, 12);
        Queue ninth = new Queue(added(SubmitStrategy.BURST).id(), 0, ALL, longest, 1, 9);

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() ->
                        new PartitionChange(ninth, longest.at(longest.topic(), 48), queues)
                                .requirePossible())
                .withMessageContaining("249");
        new PartitionChange(ninth, longest, queues).requirePossible();
    }

    @Test
    void onlyTheNumberIsStoredWhereThereIsNoLog() {
        QueueRepository inMemory = over(QueueSettings.Engine.MEMORY);
        Queue before = added(SubmitStrategy.BURST);

        assertThat(inMemory.update(before, before.document().at("pumps", 48))).isTrue();

        assertThat(waiting.next()).isEmpty();
        QueueDefinition after = pumps(queues.definitions().present()).getFirst();
        assertThat(after.topic()).isEqualTo("pumps");
        assertThat(after.partitions()).isEqualTo(48);
    }
}
