// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

import io.millrace.message.delivery.Failure;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads the dead letters of a message from the table {@code dead_letter}. A tenant sees only its own letters. */
@Component
public final class DeadLetterReader {

    private final JdbcClient jdbc;

    DeadLetterReader(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Returns the dead letters of a message, oldest first, at most 100; more than one if the message was delivered
     * several times.
     */
    public List<StoredDeadLetter> of(TenantId tenant, UUID message) {
        return jdbc.sql(
                        """
                        select id, originator_type, originator_id, message_type, error, chain_id, node_id,
                               node_name, attempts, path, created_at
                          from dead_letter
                         where tenant_id = :tenant and message_id = :message
                         order by created_at, id
                         limit 100
                        """)
                .param("tenant", tenant.id())
                .param("message", message)
                .query((row, _) -> letter(row))
                .list();
    }

    private static StoredDeadLetter letter(ResultSet row) throws SQLException {
        UUID chain = row.getObject("chain_id", UUID.class);
        UUID node = row.getObject("node_id", UUID.class);
        return new StoredDeadLetter(
                row.getObject("id", UUID.class),
                new EntityId(
                        EntityType.valueOf(row.getString("originator_type")),
                        row.getObject("originator_id", UUID.class)),
                row.getString("message_type"),
                new Failure(
                        row.getString("error"),
                        chain == null ? null : new RuleChainId(chain),
                        node == null ? null : new RuleNodeId(node),
                        row.getString("node_name")),
                row.getInt("attempts"),
                PathJson.parse(row.getString("path")),
                row.getObject("created_at", OffsetDateTime.class).toInstant().toEpochMilli());
    }
}
