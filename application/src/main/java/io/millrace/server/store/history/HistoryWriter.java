// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Failure;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.queue.DeliveryEnd;
import io.millrace.server.platform.groupcommit.Batch;
import io.millrace.server.platform.groupcommit.BatchWriter;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.store.deadletter.Texts;
import io.millrace.server.store.history.KeptRows.Visit;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes batches of kept messages. What is already stored stays unchanged. */
final class HistoryWriter implements BatchWriter<HistoryItem> {

    private static final int LONGEST_ERROR = 4_096;
    private static final int LONGEST_NAME = 255;

    private static final String MESSAGE =
            """
            insert into kept_message (id, tenant_id, message_id, delivery_id, originator_type, originator_id, message_type,
              outcome, reasons, attempts, micros, instance, error, error_chain_id, error_node_id, error_node_name, ends,
              visits_left_out)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing\
            """;

    private static final String VISIT =
            """
            insert into kept_visit (kept_id, number, previous, chain_id, chain_version, node_id, label, micros, error,
              input, output)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (kept_id, number) do nothing\
            """;

    private static final String CONTENT =
            """
            insert into kept_content (kept_id, number, message_id, originator_type, originator_id, message_type, data_type,
              data, metadata, truncated)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (kept_id, number) do nothing\
            """;

    private static final String LIMIT =
            """
            insert into kept_message_limit (id, tenant_id, rule_chain_id, instance, message)
            values (?, ?, ?, ?, ?) on conflict (id) do nothing\
            """;

    private final HistoryPartitions partitions;
    private final String instance;

    HistoryWriter(HistoryPartitions partitions, String instance) {
        this.partitions = partitions;
        this.instance = instance;
    }

    @Override
    public void prepare(Transactions transactions, List<HistoryItem> items)
            throws SQLException, InterruptedException {
        for (HistoryItem item : items) {
            partitions.provide(transactions, TimeOrderedUuid.millisOf(item.id()));
        }
    }

    @Override
    public Runnable write(Connection connection, Batch<HistoryItem> batch) throws SQLException {
        try (PreparedStatement messages = connection.prepareStatement(MESSAGE);
                PreparedStatement visits = connection.prepareStatement(VISIT);
                PreparedStatement contents = connection.prepareStatement(CONTENT);
                PreparedStatement limits = connection.prepareStatement(LIMIT)) {
            for (HistoryItem item : batch.items()) {
                switch (item) {
                    case HistoryItem.Message message -> {
                        KeptRows rows = KeptRows.of(message.end());
                        addMessage(connection, messages, message, rows);
                        addVisits(visits, message.id(), rows.visits());
                        addContents(contents, message.id(), rows.contents());
                    }
                    case HistoryItem.LimitReached limit -> addLimit(limits, limit);
                }
            }
            messages.executeBatch();
            visits.executeBatch();
            contents.executeBatch();
            limits.executeBatch();
        }
        return () -> {};
    }

    private void addMessage(
            Connection connection,
            PreparedStatement insert,
            HistoryItem.Message kept,
            KeptRows rows)
            throws SQLException {
        DeliveryEnd end = kept.end();
        RuleMessage message = end.message();
        @Nullable Failure failure = end.failure();
        insert.setObject(1, kept.id());
        insert.setObject(2, message.tenant().id());
        insert.setObject(3, message.id());
        insert.setObject(4, end.deliveryId());
        insert.setString(5, message.originator().type().name());
        insert.setObject(6, message.originator().id());
        insert.setString(7, Texts.storable(message.type(), LONGEST_NAME));
        insert.setString(8, end.outcome().name());
        insert.setArray(9, connection.createArrayOf("text", names(kept)));
        insert.setInt(10, end.attempts());
        insert.setLong(11, end.nanos() / 1_000);
        insert.setString(12, instance);
        insert.setString(13, failure == null ? null : cut(failure.error(), LONGEST_ERROR));
        insert.setObject(
                14,
                failure == null || failure.chain() == null ? null : failure.chain().id(),
                Types.OTHER);
        insert.setObject(
                15,
                failure == null || failure.node() == null ? null : failure.node().id(),
                Types.OTHER);
        insert.setString(16, failure == null ? null : cut(failure.nodeName(), LONGEST_NAME));
        insert.setArray(17, connection.createArrayOf("int4", rows.ends().toArray()));
        insert.setInt(18, rows.leftOut());
        insert.addBatch();
    }

    private static Object[] names(HistoryItem.Message kept) {
        return kept.reasons().stream().sorted().map(KeptReason::name).toArray();
    }

    private static void addVisits(PreparedStatement insert, UUID kept, List<Visit> visits)
            throws SQLException {
        for (int i = 0; i < visits.size(); i++) {
            Visit visit = visits.get(i);
            insert.setObject(1, kept);
            insert.setInt(2, i);
            insert.setObject(3, visit.previous(), Types.INTEGER);
            insert.setObject(4, visit.chain().id());
            insert.setLong(5, visit.chainVersion());
            insert.setObject(6, visit.node().id());
            insert.setString(7, cut(visit.label(), LONGEST_NAME));
            insert.setObject(8, visit.micros(), Types.BIGINT);
            insert.setString(9, cut(visit.error(), LONGEST_ERROR));
            insert.setObject(10, visit.input(), Types.INTEGER);
            insert.setObject(11, visit.output(), Types.INTEGER);
            insert.addBatch();
        }
    }

    private static void addContents(PreparedStatement insert, UUID kept, List<RuleMessage> contents)
            throws SQLException {
        for (int i = 0; i < contents.size(); i++) {
            RuleMessage message = contents.get(i);
            StoredContent content = StoredContent.of(message);
            insert.setObject(1, kept);
            insert.setInt(2, i);
            insert.setObject(3, message.id());
            insert.setString(4, message.originator().type().name());
            insert.setObject(5, message.originator().id());
            insert.setString(6, Texts.storable(message.type(), LONGEST_NAME));
            insert.setString(7, message.dataType().name());
            insert.setString(8, content.data());
            insert.setString(9, content.metadata());
            insert.setBoolean(10, content.truncated());
            insert.addBatch();
        }
    }

    private void addLimit(PreparedStatement insert, HistoryItem.LimitReached limit)
            throws SQLException {
        insert.setObject(1, limit.id());
        insert.setObject(2, limit.tenant().id());
        insert.setObject(3, limit.chain().id());
        insert.setString(4, instance);
        insert.setString(5, limit.text());
        insert.addBatch();
    }

    private static @Nullable String cut(@Nullable String text, int longest) {
        return text == null ? null : Texts.storable(text, longest);
    }
}
