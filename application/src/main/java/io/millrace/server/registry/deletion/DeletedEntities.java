// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deletion;

import io.millrace.message.id.TenantId;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code deleted_entity}, to which triggers add each deleted entity: those whose data is not erased yet. */
@Component
final class DeletedEntities {

    private final JdbcClient jdbc;
    private final Clock clock;

    DeletedEntities(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /** Whether there are any of a tenant. */
    boolean anyOf(TenantId tenant) {
        return jdbc.sql("select exists (select from deleted_entity where tenant_id = :tenant)")
                .param("tenant", tenant.id())
                .query(Boolean.class)
                .single();
    }

    /** Returns at most {@code limit} entities whose data has not been erased. */
    List<UUID> notErased(int limit) {
        return jdbc.sql("select entity_id from deleted_entity where erased_at is null limit :limit")
                .param("limit", limit)
                .query((row, _) -> row.getObject("entity_id", UUID.class))
                .list();
    }

    /** Returns at most {@code limit} entities whose data has been erased once, not after a time. */
    List<UUID> erasedUntil(Instant time, int limit) {
        return jdbc.sql(
                        """
                        select entity_id from deleted_entity where erased_at <= :time order by erased_at limit :limit
                        """)
                .param("time", time.toEpochMilli())
                .param("limit", limit)
                .query((row, _) -> row.getObject("entity_id", UUID.class))
                .list();
    }

    /** Notes that the data of entities has now been erased for the first time. */
    void erased(List<UUID> entities) {
        jdbc.sql("update deleted_entity set erased_at = :now where entity_id = any(:entities)")
                .param("now", clock.millis())
                .param("entities", entities.toArray(UUID[]::new))
                .update();
    }

    /** Removes entities whose data has been erased for the second time. */
    void forget(List<UUID> entities) {
        jdbc.sql("delete from deleted_entity where entity_id = any(:entities)")
                .param("entities", entities.toArray(UUID[]::new))
                .update();
    }
}
