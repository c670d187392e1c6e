// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code message_watch}. Methods run in the caller's transaction, if there is one. */
@Component
public final class MessageWatchRepository {

    private static final String COLUMNS =
            "select tenant_id, entity_type, entity_id, until, user_id, by_save from message_watch";

    private final JdbcClient jdbc;

    /** Reads and writes in the database of the client. */
    public MessageWatchRepository(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns the watches of all tenants that have not ended. */
    List<MessageWatch> live(long now) {
        return jdbc.sql(COLUMNS + " where until > :now")
                .param("now", now)
                .query((row, _) -> watch(row))
                .list();
    }

    /** Returns the watches of a tenant that have not ended, the ones that end first first. */
    List<MessageWatch> of(TenantId tenant, long now) {
        return jdbc.sql(
                        COLUMNS
                                + " where tenant_id = :tenant and until > :now order by until, entity_id")
                .param("tenant", tenant.id())
                .param("now", now)
                .query((row, _) -> watch(row))
                .list();
    }

    /** Adds a watch or replaces the one of the entity. */
    void put(MessageWatch watch) {
        jdbc.sql(
                        """
                        insert into message_watch (tenant_id, entity_type, entity_id, until, user_id, by_save)
                        values (:tenant, :type, :entity, :until, cast(:user as uuid), :bySave)
                        on conflict (tenant_id, entity_type, entity_id)
                        do update set until = excluded.until, user_id = excluded.user_id, by_save = excluded.by_save
                        """)
                .param("tenant", watch.tenant().id())
                .param("type", watch.entity().type().name())
                .param("entity", watch.entity().id())
                .param("until", watch.until())
                .param("user", watch.user() == null ? null : watch.user().toString())
                .param("bySave", watch.bySave())
                .update();
    }

    /** Ends a watch; returns false if there is none. */
    boolean delete(TenantId tenant, EntityId entity) {
        return jdbc.sql(
                                """
                                delete from message_watch
                                 where tenant_id = :tenant and entity_type = :type and entity_id = :entity
                                """)
                        .param("tenant", tenant.id())
                        .param("type", entity.type().name())
                        .param("entity", entity.id())
                        .update()
                > 0;
    }

    /** Ends the watches of nodes that a save made. */
    void deleteSaved(TenantId tenant, List<UUID> nodes) {
        jdbc.sql(
                        """
                        delete from message_watch where tenant_id = :tenant and entity_type = 'RULE_NODE'
                           and entity_id = any(:nodes) and by_save
                        """)
                .param("tenant", tenant.id())
                .param("nodes", nodes.toArray(UUID[]::new))
                .update();
    }

    /** Makes other changes to the tenant's watches wait until the end of the caller's transaction. */
    void lock(TenantId tenant) {
        jdbc.sql("select id from tenant where id = :tenant for no key update")
                .param("tenant", tenant.id())
                .query(UUID.class)
                .optional();
    }

    private static MessageWatch watch(ResultSet row) throws SQLException {
        return new MessageWatch(
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new EntityId(
                        EntityType.valueOf(row.getString("entity_type")),
                        row.getObject("entity_id", UUID.class)),
                row.getLong("until"),
                row.getObject("user_id", UUID.class),
                row.getBoolean("by_save"));
    }
}
