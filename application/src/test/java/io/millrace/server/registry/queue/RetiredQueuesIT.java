// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.SubmitStrategy;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.platform.settings.QueueSettings;
import io.millrace.server.registry.queue.QueueRepository.Retired;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** What becomes of deleted queues where there is a log that may hold some of their messages. */
class RetiredQueuesIT {

    private static final TenantId ALL = TenantId.SYSTEM;

    private final DataSource database = TestDatabase.freshDatabase();
    private final JdbcClient jdbc = JdbcClient.create(database);
    private final QueueRepository queues = over(QueueSettings.Engine.KAFKA);

    private QueueRepository over(QueueSettings.Engine engine) {
        JsonMapper json = JsonMapper.shared();
        return new QueueRepository(
                jdbc, new JsonColumn(json), json, Clock.systemUTC(), new QueueSettings(engine));
    }

    private static QueueDocument queue(String topic, SubmitStrategy submit) {
        return new QueueDocument(
                "Pumps",
                topic,
                25,
                3,
                true,
                10_000,
                new SubmitStrategyDocument(submit, 1),
                new Processing(ProcessingStrategyType.SKIP_ALL_FAILURES, 3, false, 0, 1, 1),
                null);
    }

    private static List<String> topics(List<QueueDefinition> definitions) {
        return definitions.stream()
                .filter(definition -> definition.name().equals("Pumps"))
                .map(QueueDefinition::topic)
                .toList();
    }

    private List<Retired> retired() {
        return queues.retiredBefore(Long.MAX_VALUE);
    }

    @Test
    void aDeletedQueueIsFoundByNobodyButThoseWhoReadItsTopic() {
        Queue pumps = queues.add(ALL, queue("pumps", SubmitStrategy.BURST));

        queues.delete(pumps.id());

        assertThat(queues.find(ALL, pumps.id().id())).isEmpty();
        assertThat(queues.findByName(ALL, "Pumps")).isEmpty();
        assertThat(topics(queues.definitions().present())).isEmpty();
        assertThat(topics(queues.definitions().retired())).containsExactly("pumps");
    }

    @Test
    void itsNameIsFreeAtOnceForAQueueWithAnotherTopic() {
        queues.delete(queues.add(ALL, queue("pumps", SubmitStrategy.BURST)).id());

        queues.add(ALL, queue("pumps.2", SubmitStrategy.BURST));

        assertThat(topics(queues.definitions().present())).containsExactly("pumps.2");
        assertThat(topics(queues.definitions().retired())).containsExactly("pumps");
    }

    @Test
    void itComesBackUnderItsIdWhereNameAndTopicAreTheSame() {
        Queue pumps = queues.add(ALL, queue("pumps", SubmitStrategy.BURST));
        queues.delete(pumps.id());

        Queue back = queues.add(ALL, queue("pumps", SubmitStrategy.SEQUENTIAL));

        assertThat(back.id()).isEqualTo(pumps.id());
        assertThat(back.document().submitStrategy().type()).isEqualTo(SubmitStrategy.SEQUENTIAL);
        assertThat(queues.findByName(ALL, "Pumps")).contains(back);
        assertThat(retired()).isEmpty();
    }

    @Test
    void itComesBackInANewTopicWhereItsNumberOfPartitionsDiffers() {
        TenantId tenant = newTenant();
        QueueDocument three = queue("pumps.isolated", SubmitStrategy.BURST);
        Queue pumps = queues.add(tenant, three);
        queues.delete(pumps.id());

        Queue back = queues.add(tenant, three.at(three.topic(), 7));

        assertThat(back.id()).isEqualTo(pumps.id());
        assertThat(back.tenantId()).isEqualTo(tenant);
        assertThat(back.document().partitions()).isEqualTo(7);
        assertThat(topics(queues.definitions().present())).containsExactly("pumps.isolated-g2");
        assertThat(topics(queues.definitions().retired())).containsExactly("pumps.isolated");
    }

    @Test
    void theLastGenerationComesBack() {
        QueueDocument three = queue("pumps", SubmitStrategy.BURST);
        Queue pumps = queues.add(ALL, three);
        queues.update(pumps, three.at("pumps", 7));
        queues.delete(pumps.id());

        Queue back = queues.add(ALL, three.at("pumps", 7));

        assertThat(back.id()).isEqualTo(pumps.id());
        assertThat(topics(queues.definitions().present())).containsExactly("pumps-g2");
        assertThat(topics(queues.definitions().retired())).containsExactly("pumps");
    }

    private TenantId newTenant() {
        TenantId tenant = new TenantId(UUID.randomUUID());
        jdbc.sql(
                        """
                        insert into tenant (id, created_time, title, tenant_profile_id)
                        select :id, 0, 'Pumps', id from tenant_profile where is_default
                        """)
                .param("id", tenant.id())
                .update();
        return tenant;
    }

    @Test
    void itIsForgottenWhenNothingOfItIsInFlight() {
        queues.delete(queues.add(ALL, queue("pumps", SubmitStrategy.BURST)).id());
        jdbc.sql(
                        """
                        insert into in_flight (delivery_id, attempts, message, topic, partition)
                        values (uuidv7(), 0, '', 'pumps', 1)
                        """)
                .update();
        assertThat(queues.forget(retired().getFirst())).isFalse();

        jdbc.sql("delete from in_flight").update();

        assertThat(queues.forget(retired().getFirst())).isTrue();
        assertThat(retired()).isEmpty();
    }

    @Test
    void itIsNotForgottenWhenItHasComeBack() {
        queues.delete(queues.add(ALL, queue("pumps", SubmitStrategy.BURST)).id());
        Retired retired = retired().getFirst();
        queues.add(ALL, queue("pumps", SubmitStrategy.BURST));

        assertThat(queues.forget(retired)).isFalse();
        assertThat(queues.findByName(ALL, "Pumps")).isPresent();
    }

    @Test
    void nothingStaysOfItWhereThereIsNoLog() {
        QueueRepository inMemory = over(QueueSettings.Engine.MEMORY);

        inMemory.delete(inMemory.add(ALL, queue("pumps", SubmitStrategy.BURST)).id());

        assertThat(retired()).isEmpty();
    }
}
