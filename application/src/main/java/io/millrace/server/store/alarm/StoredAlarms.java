// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.alarm;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.AlarmStore;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads the table {@code alarm} for nodes. Answers wait while the database is unavailable. */
@Component
final class StoredAlarms implements AlarmStore {

    private final JdbcClient jdbc;
    private final DatabaseLookups lookups;

    StoredAlarms(JdbcClient jdbc, DatabaseLookups lookups) {
        this.jdbc = jdbc;
        this.lookups = lookups;
    }

    @Override
    public CompletionStage<Optional<Alarm>> find(TenantId tenant, AlarmId id) {
        return lookups.runUntilAnswered(
                tenant,
                () ->
                        jdbc.sql(
                                        """
                                        select id, originator_type, originator_id, cleared, acknowledged from alarm
                                         where tenant_id = :tenant and id = :id
                                        """)
                                .param("tenant", tenant.id())
                                .param("id", id.id())
                                .query((row, _) -> alarm(row))
                                .optional());
    }

    private static Alarm alarm(ResultSet row) throws SQLException {
        return new Alarm(
                new AlarmId(row.getObject("id", UUID.class)),
                new EntityId(
                        EntityType.valueOf(row.getString("originator_type")),
                        row.getObject("originator_id", UUID.class)),
                AlarmStatus.of(row.getBoolean("cleared"), row.getBoolean("acknowledged")));
    }
}
