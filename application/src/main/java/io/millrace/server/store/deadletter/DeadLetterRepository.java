// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

import io.millrace.message.RuleMessage;
import io.millrace.message.codec.RuleMessageCodec;
import io.millrace.message.delivery.Hop;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.platform.page.PageQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Lists and reads dead letters. A tenant sees only its own letters. */
@Component
public final class DeadLetterRepository {

    private static final String SUMMARY =
            "id, created_at, message_id, originator_type, originator_id, message_type, queue, error, chain_id, "
                    + "node_id, node_name, attempts";

    private static final Map<String, String> SORT_COLUMNS =
            Map.of(
                    "createdTime", "created_at",
                    "messageType", "message_type",
                    "queueName", "queue",
                    "error", "error",
                    "ruleNodeName", "node_name",
                    "attempts", "attempts");

    /**
     * A dead letter with its message and its path.
     *
     * @param branches the hops of the last attempt, one list for each branch
     */
    public record WithMessage(
            DeadLetterSummary summary, RuleMessage message, List<List<Hop>> branches) {

        public WithMessage {
            branches = List.copyOf(branches);
        }
    }

    private final JdbcClient jdbc;

    DeadLetterRepository(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns one page of the letters that match the filter; newest first if the link names no order. */
    public PageData<DeadLetterSummary> list(
            TenantId tenant, DeadLetterFilter filter, PageLink link) {
        Selection selection = filter.selection();
        Map<String, Object> params = new HashMap<>(selection.params());
        params.put("tenant", tenant.id());
        return new PageQuery(
                        "select " + SUMMARY,
                        "from dead_letter where tenant_id = :tenant" + selection.sql(),
                        SORT_COLUMNS,
                        "id")
                .read(jdbc, newestFirst(link), params, (row, _) -> summary(row));
    }

    private static PageLink newestFirst(PageLink link) {
        if (link.sortProperty() != null && !link.sortProperty().isEmpty()) {
            return link;
        }
        return new PageLink(
                link.pageSize(),
                link.page(),
                link.textSearch(),
                "createdTime",
                link.sortOrder() == null ? "DESC" : link.sortOrder());
    }

    /**
     * Returns a letter of the tenant with its message.
     *
     * @throws IllegalArgumentException if the message cannot be decoded
     */
    public Optional<WithMessage> find(TenantId tenant, UUID id) {
        return jdbc.sql(
                        "select %s, path, message from dead_letter where tenant_id = :tenant and id = :id"
                                .formatted(SUMMARY))
                .param("tenant", tenant.id())
                .param("id", id)
                .query((row, _) ->
                        new WithMessage(
                                summary(row),
                                RuleMessageCodec.decode(row.getBytes("message")),
                                PathJson.parse(row.getString("path"))))
                .optional();
    }

    /** True if the tenant has the letter. */
    public boolean exists(TenantId tenant, UUID id) {
        return jdbc.sql("select 1 from dead_letter where tenant_id = :tenant and id = :id")
                .param("tenant", tenant.id())
                .param("id", id)
                .query(Integer.class)
                .optional()
                .isPresent();
    }

    private static DeadLetterSummary summary(ResultSet row) throws SQLException {
        @Nullable UUID chain = row.getObject("chain_id", UUID.class);
        @Nullable UUID node = row.getObject("node_id", UUID.class);
        return new DeadLetterSummary(
                row.getObject("id", UUID.class),
                row.getObject("created_at", OffsetDateTime.class).toInstant().toEpochMilli(),
                row.getObject("message_id", UUID.class),
                new EntityId(
                        EntityType.valueOf(row.getString("originator_type")),
                        row.getObject("originator_id", UUID.class)),
                row.getString("message_type"),
                row.getString("queue"),
                row.getString("error"),
                chain == null ? null : new RuleChainId(chain),
                node == null ? null : new RuleNodeId(node),
                row.getString("node_name"),
                row.getInt("attempts"));
    }
}
