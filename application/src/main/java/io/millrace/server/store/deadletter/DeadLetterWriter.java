// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Failure;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.queue.DeadLetter;
import io.millrace.server.platform.groupcommit.Batch;
import io.millrace.server.platform.groupcommit.BatchWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes batches of dead letters. A letter that is already stored stays unchanged. */
final class DeadLetterWriter implements BatchWriter<DeadLetterRow> {

    @Override
    public Runnable write(Connection connection, Batch<DeadLetterRow> batch) throws SQLException {
        List<DeadLetterRow> rows = batch.items();
        try (PreparedStatement insert =
                connection.prepareStatement(
                        """
                        insert into dead_letter (id, tenant_id, originator_type, originator_id,
                          message_type, queue, error, chain_id, node_id, node_name, attempts,
                          path, message, created_at, message_id)
                        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?)
                        on conflict (id) do nothing\
                        """)) {
            for (DeadLetterRow row : rows) {
                set(insert, row.letter());
                insert.setBytes(13, row.message());
                insert.addBatch();
            }
            insert.executeBatch();
        }
        return () -> {};
    }

    private static void set(PreparedStatement insert, DeadLetter letter) throws SQLException {
        RuleMessage message = letter.message();
        Failure failure = letter.failure();
        @Nullable RuleChainId chain = failure.chain();
        @Nullable RuleNodeId node = failure.node();
        @Nullable String nodeName = failure.nodeName();
        insert.setObject(1, letter.deliveryId());
        insert.setObject(2, message.tenant().id());
        insert.setString(3, message.originator().type().name());
        insert.setObject(4, message.originator().id());
        insert.setString(5, Texts.storable(message.type()));
        insert.setString(6, Texts.storable(letter.queue()));
        insert.setString(7, Texts.storable(failure.error()));
        insert.setObject(8, chain == null ? null : chain.id(), Types.OTHER);
        insert.setObject(9, node == null ? null : node.id(), Types.OTHER);
        insert.setString(10, nodeName == null ? null : Texts.storable(nodeName));
        insert.setInt(11, letter.attempts());
        insert.setString(12, PathJson.format(letter.path()));
        insert.setObject(14, letter.at().atOffset(ZoneOffset.UTC));
        insert.setObject(15, message.id());
    }
}
