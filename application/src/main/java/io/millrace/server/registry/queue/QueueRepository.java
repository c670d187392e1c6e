// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.partitioningBy;
import static java.util.stream.Collectors.toList;

import io.millrace.message.id.QueueId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.SubmitStrategy;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.platform.page.PageQuery;
import io.millrace.server.platform.settings.QueueSettings;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The table {@code queue}. */
@Component
public final class QueueRepository {

    private static final String SELECT =
            """
            select q.id, q.created_time, q.tenant_id, q.name, q.topic, q.poll_interval, q.partitions,
                   q.consumer_per_partition, q.pack_processing_timeout, q.submit_strategy,
                   q.processing_strategy, q.additional_info, q.version, q.generation
            """;

    /** A tenant's own queues, where it has any; else those that all share. The registry gives messages to the same. */
    private static final String VISIBLE =
            """
             from queue q
            where q.deleted_time is null and
                  case when exists (select from queue own where own.tenant_id = :tenant and own.deleted_time is null)
                       then q.tenant_id = :tenant else q.tenant_id is null end
            """;

    private static final Map<String, String> SORT_COLUMNS =
            Map.of(
                    "createdTime", "q.created_time",
                    "name", "q.name",
                    "topic", "q.topic",
                    "partitions", "q.partitions",
                    "submitStrategy", "q.submit_strategy ->> 'type'",
                    "processingStrategy", "q.processing_strategy ->> 'type'");

    private static final PageQuery LIST =
            new PageQuery(SELECT, VISIBLE + " and q.name ilike :search", SORT_COLUMNS, "q.id");

    private final JdbcClient jdbc;
    private final JsonColumn column;
    private final JsonMapper json;
    private final Clock clock;
    private final QueueSettings settings;

    QueueRepository(
            JdbcClient jdbc,
            JsonColumn column,
            JsonMapper json,
            Clock clock,
            QueueSettings settings) {
        this.jdbc = jdbc;
        this.column = column;
        this.json = json;
        this.clock = clock;
        this.settings = settings;
    }

    /**
     * All queues of all tenants.
     *
     * @param present what messages can go through
     * @param retired what was deleted, and is read until all that is in it has ended
     */
    record Definitions(List<QueueDefinition> present, List<QueueDefinition> retired) {}

    Definitions definitions() {
        Map<Boolean, List<QueueDefinition>> byRetirement =
                jdbc
                        .sql(
                                SELECT
                                        + """
                                        , q.deleted_time, q.log_topic, former.log_topic as former_topic
                                          from queue q left join queue former on former.id = q.predecessor
                                         order by q.id
                                        """)
                        .query((row, _) ->
                                Map.entry(row.getObject("deleted_time") != null, definition(row)))
                        .list()
                        .stream()
                        .collect(
                                partitioningBy(
                                        Map.Entry::getKey, mapping(Map.Entry::getValue, toList())));
        return new Definitions(
                byRetirement.getOrDefault(false, List.of()),
                byRetirement.getOrDefault(true, List.of()));
    }

    private QueueDefinition definition(ResultSet row) throws SQLException {
        Queue queue = queue(row);
        return queue.document()
                .definition(queue.tenantId())
                .inTopic(
                        row.getString("log_topic"),
                        queue.document().partitions(),
                        row.getString("former_topic"));
    }

    /**
     * A queue that was deleted, or the former topic of one that has changed its number of partitions.
     *
     * @param topic topic of its messages
     */
    record Retired(QueueId id, String name, String topic) {}

    /**
     * The queues that were deleted before a time, in milliseconds since the epoch, except those whose messages have not
     * started yet.
     */
    List<Retired> retiredBefore(long time) {
        return jdbc.sql(
                        """
                        select id, name, log_topic from queue
                         where deleted_time < :time and predecessor is null
                         order by id
                        """)
                .param("time", time)
                .query((row, _) ->
                        new Retired(
                                new QueueId(row.getObject("id", UUID.class)),
                                row.getString("name"),
                                row.getString("log_topic")))
                .list();
    }

    /**
     * Forgets a queue that was deleted.
     *
     * @return false where it is there again, or something of it is still in flight
     */
    boolean forget(Retired retired) {
        return jdbc.sql(
                                """
                                delete from queue
                                 where id = :id and deleted_time is not null and predecessor is null
                                   and not exists (select from in_flight where topic = :topic)
                                """)
                        .param("id", retired.id().id())
                        .param("topic", retired.topic())
                        .update()
                == 1;
    }

    /** The queues that tenants have for themselves. */
    List<Queue> ofTenants(Collection<TenantId> tenants) {
        return jdbc.sql(
                        SELECT
                                + " from queue q where q.deleted_time is null and q.tenant_id = any(:tenants)")
                .param("tenants", tenants.stream().map(TenantId::id).toArray(UUID[]::new))
                .query((row, _) -> queue(row))
                .list();
    }

    /** A queue that the tenant's messages can go through. */
    Optional<Queue> find(TenantId tenant, UUID id) {
        return jdbc.sql(SELECT + VISIBLE + " and q.id = :id")
                .param("tenant", tenant.id())
                .param("id", id)
                .query((row, _) -> queue(row))
                .optional();
    }

    Optional<Queue> findByName(TenantId tenant, String name) {
        return jdbc.sql(SELECT + VISIBLE + " and q.name = :name")
                .param("tenant", tenant.id())
                .param("name", name)
                .query((row, _) -> queue(row))
                .optional();
    }

    PageData<Queue> list(TenantId tenant, PageLink link) {
        return LIST.readInPieces(
                jdbc,
                link,
                Map.of("tenant", tenant.id(), "search", link.likePattern()),
                (row, _) -> queue(row));
    }

    /**
     * Keeps a queue that something is about to refer to from being deleted until the end of the transaction.
     *
     * @return false where the tenant's messages find no queue of this name
     */
    public boolean hold(TenantId tenant, String name) {
        return jdbc.sql("select q.id " + VISIBLE + " and q.name = :name for key share of q")
                .param("tenant", tenant.id())
                .param("name", name)
                .query(UUID.class)
                .optional()
                .isPresent();
    }

    /** Keeps everybody from referring to a queue until the end of the transaction. */
    void lock(QueueId id) {
        jdbc.sql("select id from queue where id = :id for update")
                .param("id", id.id())
                .query(UUID.class)
                .optional();
    }

    /**
     * Makes a queue; one that was deleted a moment ago and had the same name and topic comes back under its id. In a
     * transaction.
     */
    Queue add(TenantId tenant, QueueDocument document) {
        return revive(tenant, document).orElseGet(() -> insert(tenant, document));
    }

    private Optional<Queue> revive(TenantId tenant, QueueDocument document) {
        Optional<Queue> last = reviveLast(tenant, document);
        return last.map(queue -> {
            if (queue.document().partitions() == document.partitions()) {
                return queue;
            }
            update(queue, document);
            return ofTenant(tenant, queue.id());
        });
    }

    /** Brings the last generation of a deleted queue back, with the partitions that it had. */
    private Optional<Queue> reviveLast(TenantId tenant, QueueDocument document) {
        return jdbc.sql(
                        """
                        update queue q
                           set deleted_time = null, poll_interval = :pollInterval,
                               consumer_per_partition = :consumerPerPartition, pack_processing_timeout = :timeout,
                               submit_strategy = cast(:submit as jsonb), processing_strategy = cast(:processing as jsonb),
                               additional_info = cast(:info as jsonb), version = version + 1
                         where id = (
                               select id from queue
                                where deleted_time is not null and name = :name and topic = :topic
                                  and tenant_id is not distinct from :tenant
                                order by generation desc limit 1)
                        returning *
                        """)
                .param("name", document.name())
                .param("topic", document.topic())
                .param("tenant", tenant.equals(TenantId.SYSTEM) ? null : tenant.id(), Types.OTHER)
                .params(changeable(document))
                .query((row, _) -> queue(row))
                .optional();
    }

    private Queue ofTenant(TenantId tenant, QueueId id) {
        return find(tenant, id.id()).orElseThrow();
    }

    private Queue insert(TenantId tenant, QueueDocument document) {
        long now = clock.millis();
        Queue added = new Queue(new QueueId(TimeOrderedUuid.at(now)), now, tenant, document, 1, 1);
        jdbc.sql(
                        """
                        insert into queue (id, created_time, tenant_id, name, topic, poll_interval, partitions,
                                           consumer_per_partition, pack_processing_timeout, submit_strategy,
                                           processing_strategy, additional_info)
                        values (:id, :createdTime, :tenant, :name, :topic, :pollInterval, :partitions,
                                :consumerPerPartition, :timeout, cast(:submit as jsonb),
                                cast(:processing as jsonb), cast(:info as jsonb))
                        """)
                .param("id", added.id().id())
                .param("createdTime", now)
                .param("tenant", tenant.equals(TenantId.SYSTEM) ? null : tenant.id())
                .param("name", document.name())
                .param("topic", document.topic())
                .param("partitions", document.partitions())
                .params(changeable(document))
                .update();
        return added;
    }

    /**
     * Changes a queue if its version is still the given one; false where it is not. In a transaction. The change counts
     * for messages in former topics, too.
     *
     * @throws org.springframework.dao.DuplicateKeyException if another queue has the {@link Queue#nextLogTopic}
     */
    boolean update(Queue stored, QueueDocument document) {
        boolean updated = moves(stored, document) ? move(stored, document) : set(stored, document);
        if (updated) {
            updateFormer(stored.id(), document);
        }
        return updated;
    }

    /**
     * True if a change gives a queue a new topic, since there is a log and the number of partitions differs: messages
     * in the new topic start when those in the old one have ended.
     */
    boolean moves(Queue stored, QueueDocument document) {
        return settings.queue() == QueueSettings.Engine.KAFKA
                && document.partitions() != stored.document().partitions();
    }

    private boolean set(Queue stored, QueueDocument document) {
        return jdbc.sql(
                                """
                                update queue
                                   set partitions = :partitions, poll_interval = :pollInterval,
                                       consumer_per_partition = :consumerPerPartition,
                                       pack_processing_timeout = :timeout, submit_strategy = cast(:submit as jsonb),
                                       processing_strategy = cast(:processing as jsonb),
                                       additional_info = cast(:info as jsonb), version = version + 1
                                 where id = :id and version = :version
                                """)
                        .param("id", stored.id().id())
                        .param("version", stored.version())
                        .param("partitions", document.partitions())
                        .params(changeable(document))
                        .update()
                == 1;
    }

    /** Begins a new generation. The present one stays as a retired row, which the database's clock dates. */
    private boolean move(Queue stored, QueueDocument document) {
        return jdbc.sql(
                                """
                                with changed as (
                                  update queue
                                     set partitions = :partitions, generation = generation + 1, predecessor = :retired,
                                         poll_interval = :pollInterval, consumer_per_partition = :consumerPerPartition,
                                         pack_processing_timeout = :timeout, submit_strategy = cast(:submit as jsonb),
                                         processing_strategy = cast(:processing as jsonb),
                                         additional_info = cast(:info as jsonb), version = version + 1
                                   where id = :id and version = :version
                                  returning old.*)
                                insert into queue (id, created_time, tenant_id, name, topic, poll_interval, partitions,
                                                   consumer_per_partition, pack_processing_timeout, submit_strategy,
                                                   processing_strategy, additional_info, version, generation,
                                                   predecessor, deleted_time)
                                select :retired, created_time, tenant_id, name, topic, poll_interval, partitions,
                                       consumer_per_partition, pack_processing_timeout, submit_strategy,
                                       processing_strategy, additional_info, version, generation,
                                       predecessor, (extract(epoch from clock_timestamp()) * 1000)::bigint
                                  from changed
                                """)
                        .param("id", stored.id().id())
                        .param("version", stored.version())
                        .param("retired", TimeOrderedUuid.at(clock.millis()))
                        .param("partitions", document.partitions())
                        .params(changeable(document))
                        .update()
                == 1;
    }

    /** Changes the former topics that have not ended, so that retries without end can be given one. */
    private void updateFormer(QueueId id, QueueDocument document) {
        jdbc.sql(
                        """
                        with recursive former as (
                          select predecessor as id from queue where id = :id
                          union
                          select q.predecessor from queue q join former on q.id = former.id)
                        update queue
                           set pack_processing_timeout = :timeout, submit_strategy = cast(:submit as jsonb),
                               processing_strategy = cast(:processing as jsonb)
                         where id in (select id from former where id is not null)
                        """)
                .param("id", id.id())
                .param("timeout", document.packProcessingTimeout())
                .param("submit", json.writeValueAsString(document.submitStrategy()))
                .param("processing", json.writeValueAsString(document.processingStrategy()))
                .update();
    }

    /** Deletes a queue. Where there is a log, what is in it is still read. */
    void delete(QueueId id) {
        if (settings.queue() == QueueSettings.Engine.KAFKA) {
            jdbc.sql("update queue set deleted_time = :now where id = :id")
                    .param("now", clock.millis())
                    .param("id", id.id())
                    .update();
        } else {
            jdbc.sql("delete from queue where id = :id").param("id", id.id()).update();
        }
    }

    private Map<String, @Nullable Object> changeable(QueueDocument document) {
        Map<String, @Nullable Object> params = new HashMap<>();
        params.put("pollInterval", document.pollInterval());
        params.put("consumerPerPartition", document.consumerPerPartition());
        params.put("timeout", document.packProcessingTimeout());
        params.put("submit", json.writeValueAsString(document.submitStrategy()));
        params.put("processing", json.writeValueAsString(document.processingStrategy()));
        params.put("info", column.write(document.additionalInfo()));
        return params;
    }

    private Queue queue(ResultSet row) throws SQLException {
        UUID tenant = row.getObject("tenant_id", UUID.class);
        return new Queue(
                new QueueId(row.getObject("id", UUID.class)),
                row.getLong("created_time"),
                tenant == null ? TenantId.SYSTEM : new TenantId(tenant),
                document(row),
                row.getLong("version"),
                row.getInt("generation"));
    }

    private QueueDocument document(ResultSet row) throws SQLException {
        return new QueueDocument(
                row.getString("name"),
                row.getString("topic"),
                row.getInt("poll_interval"),
                row.getInt("partitions"),
                row.getBoolean("consumer_per_partition"),
                row.getInt("pack_processing_timeout"),
                submission(json.readTree(row.getString("submit_strategy"))),
                processing(json.readTree(row.getString("processing_strategy"))),
                column.read(row, "additional_info"));
    }

    private static SubmitStrategyDocument submission(JsonNode stored) {
        return new SubmitStrategyDocument(
                SubmitStrategy.valueOf(stored.path("type").stringValue()),
                stored.path("batchSize").intValue());
    }

    private static Processing processing(JsonNode stored) {
        return new Processing(
                ProcessingStrategyType.valueOf(stored.path("type").stringValue()),
                stored.path("retries").intValue(),
                stored.path("unlimited").booleanValue(false),
                stored.path("failurePercentage").doubleValue(),
                stored.path("pauseBetweenRetries").intValue(),
                stored.path("maxPauseBetweenRetries").intValue());
    }
}
