// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entityview;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityViewId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.EntityViews;
import io.millrace.rule.store.StoreException;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** Reads the views of entities from the database, without a cache. Answers wait while the database is unavailable. */
final class StoredEntityViews implements EntityViews {

    private static final String VIEWS =
            """
            select id, keys, start_ts, end_ts from entity_view
             where tenant_id = :tenant and (device_id = :entity or asset_id = :entity)
             order by id limit :most
            """;

    private final JdbcClient jdbc;
    private final DatabaseLookups lookups;

    StoredEntityViews(JdbcClient jdbc, DatabaseLookups lookups) {
        this.jdbc = jdbc;
        this.lookups = lookups;
    }

    @Override
    public CompletionStage<List<View>> of(TenantId tenant, EntityId entity) {
        return lookups.runWhileWanted(tenant, () -> read(tenant, entity));
    }

    private List<View> read(TenantId tenant, EntityId entity) {
        List<View> views =
                jdbc.sql(VIEWS)
                        .param("tenant", tenant.id())
                        .param("entity", entity.id())
                        .param("most", MOST + 1)
                        .query((row, _) -> view(row))
                        .list();
        if (views.size() > MOST) {
            throw new StoreException(
                    "%s %s has more than %d entity views"
                            .formatted(entity.type().normalName(), entity.id(), MOST));
        }
        return views;
    }

    private static View view(ResultSet row) throws SQLException {
        return new View(
                new EntityViewId(row.getObject("id", UUID.class)),
                EntityViewKeys.read(JsonMapper.shared().readTree(row.getString("keys"))).byScope(),
                new Window(row.getLong("start_ts"), row.getLong("end_ts")));
    }
}
